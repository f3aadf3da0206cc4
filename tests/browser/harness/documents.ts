/** A step of a trace, as far as these tests need one. */
export type Step = Record<string, unknown>;

/** A trace of tool calls by name, or of whole steps. */
export function trace(...steps: (string | Step)[]): string {
  return pretty({
    trace_id: "run-1",
    agent_name: "desk",
    workflow: "refund",
    steps: steps.map((step, index) => ({
      step_id: `s${index + 1}`,
      type: "tool_call",
      ...(typeof step === "string" ? { tool_name: step } : step),
    })),
  });
}

/** A policy with some sections. */
export function policy(sections: Record<string, unknown>): string {
  return pretty({ policy_id: "desk-v1", ...sections });
}

/** A trace with as many calls of a tool that no policy here allows. */
export function rogues(count: number): string {
  return trace(...Array.from({ length: count }, () => "rogue"));
}

/** A policy that allows one tool, so that every other call is a finding. */
export const ONLY_FIND = policy({ allowed_tools: { find: {} } });

/** An APPROVAL.md under which one tool may be called, one waits, and one may not. */
export const APPROVALS = `# What the desk may do

\`\`\`yaml approval-policy
version: "0.4.3"
defaults:
  unmapped_tool: ask
classes:
  desk.find:
    autonomy: autonomous
  desk.pay:
    autonomy: human-only
tools:
  - match: find
    class: desk.find
  - match: pay
    class: desk.pay
\`\`\`
`;

/** An APPROVAL.md by the YAML of its block, below the version. */
export function approvals(yaml: string): string {
  return `# Rules\n\n\`\`\`yaml approval-policy\nversion: "0.4.3"\n${yaml.trim()}\n\`\`\`\n`;
}

/** The block of an APPROVAL.md in which each outcome has a tool: find, pay, wire; anything else but Bash is not gated. */
export const DESK = `
classes:
  desk.find: { autonomy: autonomous }
  desk.pay: { autonomy: supervised-live, live_rate: 0.2, approvers: [dana], limits: { per_day: 5 } }
  desk.wire: { autonomy: human-only }
  files.*: { autonomy: autonomous }
approvers:
  dana: { channels: [web] }
tools:
  - { match: "find*", class: desk.find }
  - { match: pay, class: desk.pay }
  - { match: wire, class: desk.wire }
`;

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
