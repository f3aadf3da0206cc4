// Bundles the page's scripts and style sheet into dist/, where index.html picks them up.
import { build } from "esbuild";

const common = {
  outdir: "dist",
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};

await Promise.all([
  build({
    ...common,
    entryPoints: { editor: "src/main.ts", offline: "src/offline.ts", style: "../style/index.css" },
    format: "esm",
  }),
  // For other people's pages, which may load it as a classic script or as a module.
  build({
    ...common,
    entryPoints: { "stepgate-example": "src/embed/example.ts" },
    format: "iife",
  }),
]);
