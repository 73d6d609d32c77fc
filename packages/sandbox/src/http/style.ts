import { sandboxUsers } from '../world/accounts';
import type { SandboxUser } from '../world/accounts';

/** Style sheet of the sandbox's pages: light and dark, no script needed, visible focus. */
export const styleSheet = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --paper: #f6f8fa; --card: #ffffff; --line: #d1d9e0; --edge: #6e7781; --accent: #0b5fc4; --on-accent: #ffffff; --bad: #b3261e; --bad-paper: #fdecea; --good-paper: #e7f5ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #0d1117; --card: #161b22; --line: #3d444d; --edge: #8b949e; --accent: #6cb2ff; --on-accent: #06213f; --bad: #ff9b94; --bad-paper: #3b1513; --good-paper: #10301c; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.75rem 2rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
footer a { color: inherit; display: inline-block; min-height: 1.5rem; }
footer { max-width: 34rem; margin: 1rem auto 0; color: var(--soft); font-size: .85rem; text-align: center; }
.brand { margin: 0 0 1.25rem; color: var(--soft); letter-spacing: .02em; }
.brand span { color: var(--accent); }
h1 { margin: 0 0 .5rem; font-size: 1.45rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.address { overflow-wrap: anywhere; }
dl { margin: 1rem 0; display: grid; row-gap: .35rem; }
dl div { display: grid; grid-template-columns: 8rem 1fr; column-gap: .75rem; }
dt { color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
fieldset { margin: 1.1rem 0 0; padding: .75rem 1rem .9rem; border: 1px solid var(--line); border-radius: 8px; }
legend { padding: 0 .4rem; font-weight: 600; }
.choice { display: grid; grid-template-columns: auto 1fr; column-gap: .6rem; align-items: start; padding: .3rem 0; }
.choice label { min-height: 1.5rem; }
.choice input { margin: 0; width: 1.5rem; height: 1.5rem; accent-color: var(--accent); }
.choice .soft { grid-column: 2; }
code, textarea, output { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
textarea { display: block; width: 100%; min-height: 9.5rem; margin-top: .35rem; padding: .6rem; font-size: .85rem; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; resize: vertical; }
select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; padding: .4rem .6rem; min-height: 2rem; }
.field { margin-top: 1.1rem; }
.field label { font-weight: 600; display: block; margin-bottom: .3rem; }
details { margin-top: 1.25rem; }
p + details { margin-top: 0; }
summary { cursor: pointer; color: var(--soft); min-height: 1.5rem; }
details code { user-select: all; font-size: .85rem; }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
button, .button { font: inherit; font-weight: 600; padding: .55rem 1.4rem; border-radius: 8px; border: 1px solid var(--edge); background: transparent; color: var(--ink); cursor: pointer; text-decoration: none; display: inline-block; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:hover, .button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { padding: .7rem .9rem; border-radius: 8px; background: var(--bad-paper); color: var(--bad); }
.done { padding: .7rem .9rem; border-radius: 8px; background: var(--good-paper); }
output { display: block; margin-top: .25rem; font-size: 1.1rem; overflow-wrap: anywhere; user-select: all; }
form:has(input[name="user"]:checked) .accounts { display: none; }
${sandboxUsers.map(showAccounts).join('\n')}
@media (forced-colors: active) { .primary { background: ButtonFace; border-color: ButtonText; color: ButtonText; }
main, fieldset, .error, .done { border: 1px solid CanvasText; } }
`;

/** Shows only the accounts of the chosen user; a browser without :has() shows all of them. */
function showAccounts(user: SandboxUser): string {
  return `form:has(input[name="user"][value="${user.id}"]:checked) .accounts[data-user="${user.id}"] { display: block; }`;
}
