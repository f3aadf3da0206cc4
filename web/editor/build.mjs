// Bundles the page's scripts and style sheet into dist/, where index.html picks them up.
import { build } from "esbuild";

const common = {
  outdir: "dist",
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  // Where it can ask whether a key is waiting, CodeMirror parses for 100 ms at a time, and nothing is painted
  // meanwhile. Where it cannot, it ends with the browser's idle time, of which there are at most 50 ms.
  define: { "navigator.scheduling": "undefined" },
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
