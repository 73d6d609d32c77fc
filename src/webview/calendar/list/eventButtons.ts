import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { reminderText } from '../../shared/texts/releaseWords';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';

export type RowAction = 'openLink' | 'exportEvent' | 'copyRow' | 'showHistory' | 'remind';

/** The actions of a row besides those that every row has. */
export interface RowOffers {
  /** It is a release of an indicator. */
  readonly history: boolean;
  /** It is still ahead. */
  readonly reminder: boolean;
  /** False where buttons would leave no room for the name: a key copies as well. */
  readonly copy?: boolean;
}

/**
 * The buttons of a row.
 *
 * @param minutesBefore - The minutes of its reminder; undefined without one.
 */
export function eventButtons(
  { linkHost }: EventRow,
  offers: RowOffers,
  minutesBefore: number | undefined,
  act: (action: RowAction) => void,
): TemplateResult {
  const button = (action: RowAction, icon: string, name: string, isPressed: boolean | typeof nothing = nothing): TemplateResult =>
    html`<button
      type="button"
      class="row-action codicon codicon-${icon}"
      tabindex="-1"
      title=${name}
      aria-label=${name}
      aria-pressed=${isPressed}
      @click=${() => act(action)}
    ></button>`;
  return html`${offers.history ? button('showHistory', 'graph-line', l10n.t('Show Indicator History')) : ''}${
    offers.reminder ? button('remind', 'bell', remindText(minutesBefore), minutesBefore !== undefined) : ''
  }${offers.copy === false ? '' : button('copyRow', 'copy', l10n.t('Copy Event'))}${button('exportEvent', 'calendar', l10n.t('Save as Calendar File…'))}${
    linkHost === null
      ? ''
      : button(
          'openLink',
          'link-external',
          l10n.t({ message: 'Open details on {0}', args: [linkHost], comment: ['{0} is the host name of a web site.'] }),
        )
  }`;
}

/** The label that adds a reminder, or describes the existing one. */
function remindText(minutesBefore: number | undefined): string {
  return minutesBefore === undefined ? l10n.t('Remind Me…') : reminderText(minutesBefore);
}

/** The number of buttons of a row, to reserve their space. */
export function buttonCount({ linkHost }: EventRow, { history, reminder, copy = true }: RowOffers): number {
  return 1 + Number(copy) + Number(history) + Number(reminder) + Number(linkHost !== null);
}
