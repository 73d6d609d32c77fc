import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { fates } from '../../panel/canceled/canceledProtocol';
import type { CanceledFate, CanceledRow, CanceledView, ToCanceledHost, ToCanceledPage } from '../../panel/canceled/canceledProtocol';
import type { Handlers } from '../../panel/platform/messages';
import type { Host } from '../shared/host';
import { PageElement } from '../shared/pageElement';

const icons: Readonly<Record<CanceledFate, string>> = {
  open: 'warning',
  unclear: 'question',
  sending: 'arrow-up',
  waiting: 'sync',
  over: 'check',
};

/** What became of every order of one *Cancel All*: what is still open comes first. */
export class CanceledPage extends PageElement {
  @state() private view: CanceledView = { summary: '', isSending: true, rows: [], notes: [], left: 0 };

  constructor(private readonly host: Host<ToCanceledHost>) {
    super();
  }

  readonly handlers: Handlers<ToCanceledPage> = {
    view: (view) => {
      this.view = view;
    },
  };

  protected override render(): TemplateResult {
    const { view } = this;
    return html`<header class="top">
        <h1>${l10n.t('Cancel All Open Orders')}</h1>
        <span class="spring"></span>
        ${
          view.left === 0
            ? nothing
            : html`<button type="button" class="button rest" @click=${() => this.host.send('cancelRest', null)}>
                ${l10n.t('Cancel the Rest ({0})…', view.left)}
              </button>`
        }
        <button type="button" class="order" @click=${() => this.host.send('showJournal', null)}>${l10n.t('Show Order Journal')}</button>
      </header>
      <div class="progress ${view.isSending ? 'busy' : ''}" aria-hidden="true"></div>
      <main>
        <p class="summary ${view.left > 0 ? 'left' : ''}" role="status" aria-live="polite">${view.summary}</p>
        ${view.notes.map(
          (note) =>
            html`<div class="notice warning">
              <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${note}</span>
            </div>`,
        )}
        ${fates.map((fate) => this.#group(fate))}
      </main>`;
  }

  #group(fate: CanceledFate): TemplateResult | typeof nothing {
    const rows = this.view.rows.filter((row) => row.fate === fate);
    if (rows.length === 0) return nothing;
    return html`<section class=${fate} aria-labelledby="group-${fate}">
      <h2 id="group-${fate}">
        <span class="codicon codicon-${icons[fate]}" aria-hidden="true"></span>${headings()[fate]} <span class="count">${rows.length}</span>
      </h2>
      <table aria-labelledby="group-${fate}">
        <thead>
          <tr>
            <th scope="col">${l10n.t({ message: 'Order', comment: ['Heading of a column: the order that was to be canceled'] })}</th>
            <th scope="col">${l10n.t({ message: 'Outcome', comment: ['Heading of a column: what became of a cancellation'] })}</th>
            <th scope="col">
              ${l10n.t({ message: 'Filled', comment: ['Heading of a column: how much of an order was filled before it was canceled'] })}
            </th>
            <th scope="col" class="own">${l10n.t('Order ID')}</th>
            <th scope="col" class="own">${l10n.t('Account')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => this.#row(row))}
        </tbody>
      </table>
    </section>`;
  }

  #row({ id, order, orderId, symbol, account, filled, outcome }: CanceledRow): TemplateResult {
    const open = (): void => this.host.send('open', { id });
    return html`<tr>
      <th scope="row">
        <button type="button" class="link-button" @click=${open} title=${l10n.t('Open Security')}>${order}</button>
        <span class="symbol">${symbol}</span>
        <span class="place">${orderId} · ${account}</span>
      </th>
      <td>${outcome}</td>
      <td class="figure">${filled}</td>
      <td class="figure own">${orderId}</td>
      <td class="figure own">${account}</td>
    </tr>`;
  }
}

function headings(): Readonly<Record<CanceledFate, string>> {
  return {
    open: l10n.t('Still open'),
    unclear: l10n.t('Not certain'),
    sending: l10n.t('Not answered yet'),
    waiting: l10n.t('Cancellation accepted, not canceled yet'),
    over: l10n.t('No longer open'),
  };
}

customElements.define('canceled-page', CanceledPage);
