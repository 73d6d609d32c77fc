import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';

export type RowAction = 'openLink' | 'exportEvent' | 'copyRow' | 'showHistory' | 'remind';

/** What can be done with a row beyond what every row offers. */
export interface RowOffers {
  /** It is a release of an indicator. */
  readonly history: boolean;
  /** It is still ahead. */
  readonly reminder: boolean;
}

/** The buttons of a row. */
export function eventButtons({ linkHost }: EventRow, offers: RowOffers, act: (action: RowAction) => void): TemplateResult {
  const button = (action: RowAction, icon: string, name: string): TemplateResult =>
    html`<button
      type="button"
      class="row-action codicon codicon-${icon}"
      tabindex="-1"
      title=${name}
      aria-label=${name}
      @click=${() => act(action)}
    ></button>`;
  return html`${offers.history ? button('showHistory', 'graph-line', l10n.t('Show Indicator History')) : ''}${
    offers.reminder ? button('remind', 'bell', l10n.t('Remind Me…')) : ''
  }${button('copyRow', 'copy', l10n.t('Copy Event'))}${button('exportEvent', 'calendar', l10n.t('Save as Calendar File…'))}${
    linkHost === null
      ? ''
      : button(
          'openLink',
          'link-external',
          l10n.t({ message: 'Open details on {0}', args: [linkHost], comment: ['{0} is the host name of a web site.'] }),
        )
  }`;
}

/** How many buttons a row has, for the room that they need. */
export function buttonCount({ linkHost }: EventRow, { history, reminder }: RowOffers): number {
  return 2 + Number(history) + Number(reminder) + Number(linkHost !== null);
}
