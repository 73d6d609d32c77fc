import type { EditorWindow } from '../../../desk/editorWindow';
import type { Prompt } from '../../../../support/editor/prompts';

/** That lists don't have an order means more if they are read again after this time. */
const apartMs = 62_000;

interface Asked {
  /** The security, which no other order of the world has. */
  readonly code: string;
  /** What the user learns from the broker in other ways. */
  readonly isMade: boolean;
  /** The user checks the order's status twice, a minute apart. */
  readonly asksAgain: boolean;
  readonly journal: () => string;
}

interface Afterwards {
  readonly isOpen: boolean;
  readonly findings: readonly string[];
  /** Length of the window's record of messages before the user resolves the order. */
  readonly saidUntil: number;
}

/**
 * Checks what is left of a new order when the service answers again: a request without a proven end is explained in the view, is not
 * released by checking its status, and is released when the user resolves it.
 */
export async function afterwards(window: EditorWindow, { code, isMade, asksAgain, journal }: Asked): Promise<Afterwards> {
  const open = await rowOf(window, code);
  if (open === undefined) return { isOpen: false, findings: [], saidUntil: window.said.length };
  const findings: string[] = [];
  if (!/unknown|awaiting|according to the service|no response/i.test(open.text))
    findings.push(`an open request is not explained: ${open.text}`);
  const { machine } = window.options;
  if (asksAgain && /unknown/.test(open.text)) {
    const before = journal();
    await window.play('marketDesk.orders.readBack', [open.node], dismiss);
    await machine.pass(apartMs);
    await window.play('marketDesk.orders.readBack', [open.node], dismiss);
    const added = journal().slice(before.length);
    const isSettled = (await rowOf(window, code)) === undefined;
    if (
      isSettled &&
      !/"verdict":"(changed|reached|rejected)"[^\n]*"orderId"|"orderId"[^\n]*"verdict":"(changed|reached|rejected)"/.test(added)
    )
      findings.push(`an unknown order was freed although no list has it: ${added.slice(-300)}`);
    if (isSettled) return { isOpen: false, findings, saidUntil: window.said.length };
  }
  const saidUntil = window.said.length;
  await window.play('marketDesk.orders.resolve', [open.node], (prompt) => {
    if (prompt.kind === 'pick')
      prompt.choose(({ label }) => (isMade ? /^Order (Placed|Completed)$/ : /^(Order Not Placed|Abandon Order)$/).test(label));
    else dismiss(prompt);
  });
  const left = await rowOf(window, code);
  if (left !== undefined) findings.push(`the user’s word did not free it: ${left.text}`);
  return { isOpen: true, findings, saidUntil };
}

async function rowOf(window: EditorWindow, code: string): Promise<{ readonly node: unknown; readonly text: string } | undefined> {
  const rows = await window.rows('marketDesk.orders');
  const row = rows.find(
    ({ contextValue, label, description }) => contextValue.includes('unknownAttempt') && `${label} ${description}`.includes(code),
  );
  return row === undefined ? undefined : { node: row.node, text: `${row.label} ${row.description}` };
}

function dismiss(prompt: Prompt): void {
  if (prompt.kind === 'message') prompt.press(undefined);
  else prompt.close();
}
