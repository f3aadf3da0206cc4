// <stepgate-example>, as one script for other people's pages: they load it as a classic script or as a module, from
// wherever Stepgate lies. The frame's page lies beside it.
import { define } from "./element";

const SELF = "stepgate-example.js";

function address(): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript.src;
  // A module does not know its element, but the page does.
  const scripts = [...document.querySelectorAll<HTMLScriptElement>(`script[src*="${SELF}"]`)];
  const loaded = performance.getEntriesByType("resource").find(({ name }) => name.includes(SELF));
  return scripts.at(-1)?.src ?? loaded?.name ?? document.baseURI;
}

define(address());
