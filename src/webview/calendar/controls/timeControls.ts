import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ListModel } from '../list/listModel';

interface TimeState {
  readonly now: number;
  /** The page is loading rows to find the present. */
  readonly isSeeking: boolean;
  readonly isSorted: boolean;
}

export interface TimeActions {
  readonly toNow: () => void;
  readonly sortByTime: () => void;
}

/** *Jump to Now*, and *Sort by Time* for results that the service sorted by relevance. */
export function timeControls(model: ListModel, { now, isSeeking, isSorted }: TimeState, actions: TimeActions): TemplateResult {
  const isUnsorted = model.name === 'search' && model.order === 'none';
  const leadsToNow = model.hasNow || (!isUnsorted && !model.reachesNow(now));
  // A part of a list in order of time would look like the whole list.
  const isPart = model.state.end === 'more';
  return html`<div class="time-controls">
    ${
      leadsToNow
        ? html`<button
            type="button"
            class="order ${isSeeking ? 'busy' : ''}"
            title=${l10n.t('Jump to Now')}
            aria-label=${l10n.t('Jump to Now')}
            aria-busy=${String(isSeeking)}
            @click=${actions.toNow}
          >
            <span class="codicon codicon-watch" aria-hidden="true"></span><span>${l10n.t('Jump to Now')}</span>
          </button>`
        : nothing
    }
    ${
      isUnsorted
        ? html`<button
            type="button"
            class="order"
            ?disabled=${isPart}
            title=${isPart ? l10n.t('The service sorted these results by relevance. Load all of them to sort by time.') : l10n.t('Sort by Time')}
            aria-label=${l10n.t('Sort by Time')}
            aria-pressed=${String(isSorted && !isPart)}
            @click=${actions.sortByTime}
          >
            <span class="codicon codicon-clock" aria-hidden="true"></span><span>${l10n.t('Sort by Time')}</span>
          </button>`
        : nothing
    }
  </div>`;
}
