import '../../shared/popOver';
import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { listText } from '../../shared/texts/listText';
import type { PopOverButton } from '../../shared/popOver';

interface CheckMenu {
  readonly name: string;
  /** The label of the button while nothing is chosen. */
  readonly all: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** A button that opens a list of check boxes, any number of which may be chosen. */
export function checkMenu({ name, all, choices, chosen, change }: CheckMenu): TemplateResult {
  const names = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const [only, another] = names;
  const label = only === undefined ? all : another === undefined ? only : l10n.t('{0}: {1}', name, names.length);
  const button: PopOverButton = {
    name: l10n.t('{0}: {1}', name, only === undefined ? all : listText(names)),
    tooltip: only === undefined ? name : listText(names),
    content: html`<span class="check-label">${label}</span><span class="codicon codicon-chevron-down" aria-hidden="true"></span>`,
    className: 'order check-button',
    isPressed: only !== undefined,
  };
  const toggle = (value: string): void => change(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return html`<pop-over
    .button=${button}
    .content=${() =>
      html`<div class="check-menu" @keydown=${moveAmongBoxes}>
        ${choices.map(
          ({ value, label: text }) =>
            html`<label
              ><input type="checkbox" value=${value} .checked=${chosen.includes(value)} @change=${() => toggle(value)} />${text}</label
            >`,
        )}
      </div>`}
  ></pop-over>`;
}

function moveAmongBoxes(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const boxes = Array.from(event.currentTarget.querySelectorAll('input'));
  const at = boxes.findIndex((box) => box === document.activeElement);
  boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
