// The stored theme is applied before the wasm arrives, so that a dark page does not begin white.

/** Where the page keeps its settings, and where it kept the theme before there were others. */
const SETTINGS = "stepgate.settings";
const BEFORE = "stepgate.theme";
/** The shape of the settings: `VERSION` in web/src/settings.rs. */
const VERSION = 1;

/** The chosen theme; anything that is none means the system's. */
function stored(): unknown {
  const text = localStorage.getItem(SETTINGS);
  if (text === null) return localStorage.getItem(BEFORE);
  const settings: unknown = JSON.parse(text);
  if (typeof settings !== "object" || settings === null) return null;
  const { version, theme } = settings as { version?: unknown; theme?: unknown };
  return version === VERSION ? theme : null;
}

export function applyStoredTheme(): void {
  try {
    // A fresh page looks at nothing that is kept.
    const theme = new URLSearchParams(location.search).has("fresh") ? null : stored();
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  } catch {
    // Storage may be switched off or hold anything: the system's theme is a good one too.
  }
}
