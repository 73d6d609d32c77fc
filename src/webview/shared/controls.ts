import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeSingleSelect } from '@vscode-elements/elements/dist/vscode-single-select/vscode-single-select.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A text field of the component library with an accessible name. */
export function textField(name: string, type: 'number' | 'date' | 'text', className: string): VscodeTextfield {
  const field = document.createElement('vscode-textfield');
  field.type = type;
  field.label = name;
  field.className = className;
  field.autocomplete = 'off';
  return field;
}

/** A drop-down of the component library with an accessible name. */
export function select(name: string, className: string, onChange: (value: string) => void): VscodeSingleSelect {
  const box = document.createElement('vscode-single-select');
  box.label = name;
  box.title = name;
  box.className = className;
  box.addEventListener('change', () => onChange(box.value));
  return box;
}

/** Gives a drop-down its choices, keeping one selected. */
export function setChoices(box: VscodeSingleSelect, choices: readonly Choice[], value: string): void {
  box.options = choices.map((choice) => ({
    value: choice.value,
    label: choice.label,
    description: '',
    selected: choice.value === value,
    disabled: false,
  }));
  box.value = value;
}
