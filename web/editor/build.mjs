// Bundles the editor script and the style sheet into dist/, where index.html picks them up.
import { build } from "esbuild";

await build({
  entryPoints: { editor: "src/main.ts", style: "../style/index.css" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
});
