// Links as any program could make them from their description: an implementation that shares nothing with the page's.
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** What a link holds. */
export interface Payload {
  stepgate: number;
  engine?: string;
  policy?: string;
  trace?: string;
  fail_under?: number;
  view?: string;
  verdict?: unknown;
  [key: string]: unknown;
}

/** The fragment for some bytes, `#` included. */
export function fragmentOf(content: Buffer): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return `#1${Buffer.concat([deflateRawSync(content, { level: 9 }), checksum]).toString("base64url")}`;
}

/** The fragment of a link to a policy and a trace. */
export function linkTo(policy: string, trace: string, more: Partial<Payload> = {}): string {
  return fragmentOf(Buffer.from(JSON.stringify({ stepgate: 1, engine: "0.1.0", policy, trace, ...more })));
}

/** What the fragment of an address holds, and the finding it points at. */
export function held(address: string): Payload & { at: string | null } {
  const fragment = new URL(address).hash;
  const [characters = "", ...parameters] = fragment.slice(2).split("&");
  const bytes = Buffer.from(characters, "base64url");
  const content = inflateRawSync(bytes.subarray(0, -4));
  if (crc32(content) !== bytes.readUInt32BE(bytes.length - 4)) throw new Error("the checksum is wrong");
  const at = parameters.find((parameter) => parameter.startsWith("at="));
  return { ...(JSON.parse(content.toString()) as Payload), at: at?.slice(3) ?? null };
}
