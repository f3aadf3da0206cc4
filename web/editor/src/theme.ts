// The stored theme is applied before the wasm arrives, so that a dark page does not begin white.

/** The key under which the page keeps the chosen theme: "light" or "dark"; nothing means the system's. */
const KEY = "stepgate.theme";

export function applyStoredTheme(): void {
  try {
    const theme = localStorage.getItem(KEY);
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  } catch {
    // Storage may be switched off: the system's theme is a good one too.
  }
}
