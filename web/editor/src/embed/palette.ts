// Whether the page around an example is light or dark: by what its generator says, by its CSS, or by its ground.
import type { Theme } from "./messages";

/** Attributes by which generators and frameworks name the palette, and class names that do the same. */
const ATTRIBUTES = ["data-md-color-scheme", "data-theme", "data-bs-theme", "data-color-mode"];
const NAMES: Readonly<Record<Theme, readonly string[]>> = {
  // Material for MkDocs has default and slate; mdBook light, rust, coal, navy and ayu.
  light: ["light", "default", "rust", "theme-light"],
  dark: ["dark", "slate", "coal", "navy", "ayu", "theme-dark"],
};

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What the page shows around an element. */
export function paletteAround(element: Element): Theme {
  const roots = [document.body, document.documentElement];
  const names = roots.flatMap((root) => [
    ...ATTRIBUTES.map((name) => root.getAttribute(name) ?? ""),
    ...root.classList,
  ]);
  for (const name of names) {
    if (NAMES.dark.includes(name)) return "dark";
    if (NAMES.light.includes(name)) return "light";
  }
  const scheme = getComputedStyle(element).colorScheme;
  if (scheme === "dark" || scheme === "light") return scheme;
  for (let place: Element | null = element; place; place = place.parentElement) {
    const ground = getComputedStyle(place).backgroundColor;
    const [red = 0, green = 0, blue = 0, alpha = 1] = ground.match(/[\d.]+/g)?.map(Number) ?? [];
    if (ground.startsWith("rgb") && alpha > 0.5)
      return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
  }
  // Nothing is painted: the browser's own ground, which is dark only where the page allows it.
  return dark.matches && scheme.includes("dark") ? "dark" : "light";
}

/** Calls back whenever the palette may have changed. */
export function watchPalette(changed: () => void): void {
  const observer = new MutationObserver(changed);
  for (const root of [document.documentElement, document.body]) {
    observer.observe(root, { attributeFilter: ["class", "style", ...ATTRIBUTES] });
  }
  dark.addEventListener("change", changed);
}
