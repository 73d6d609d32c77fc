import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

interface IconButtonOptions {
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/**
 * A button that is only an icon; its name is the tooltip.
 *
 * @param icon - Name of a codicon.
 */
export function iconButton(icon: string, name: string, run: () => void, options: IconButtonOptions = {}): TemplateResult {
  const { isPressed, isDisabled = false, className = '' } = options;
  return html`<button
    type="button"
    class="icon-button codicon codicon-${icon} ${className}"
    title=${name}
    aria-label=${name}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    ?disabled=${isDisabled}
    @click=${run}
  ></button>`;
}
