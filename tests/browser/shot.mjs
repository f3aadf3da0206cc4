import { chromium } from "@playwright/test";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
for (const [w,h,scheme] of [[1440,900,"light"],[1024,768,"dark"],[390,844,"light"]]) {
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, serviceWorkers: "block" });
  const p = await c.newPage();
  p.on("console", m => console.log(m.type(), m.text()));
  await p.goto("http://127.0.0.1:8931/?fresh");
  await p.getByRole("button", { name: "Samples" }).click();
  const items = p.getByRole("menuitem");
  if (w===1440) console.log(await items.allInnerTexts());
  const title = process.argv[2];
  await items.filter({ hasText: title }).first().click();
  await p.waitForTimeout(3000);
  await p.screenshot({ path: `/tmp/shot-${process.argv[3]}-${w}.png` });
  if (w===390) for (const v of ["Trace","Results"]) { await p.getByRole("tab",{name:v}).click(); await p.waitForTimeout(400); await p.screenshot({ path: `/tmp/shot-${process.argv[3]}-${w}-${v}.png` }); }
  console.log(await p.getByRole("status", { name: "Verdict" }).innerText());
  await c.close();
}
await b.close();
