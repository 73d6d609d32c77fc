import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { limitEffects, limitNames, limitsFrom, mostOf, typedLimit } from '../../domain/orders/limits/limits';
import type { LimitEffect, LimitName } from '../../domain/orders/limits/limits';
import { orderAllowances } from '../../domain/orders/orderAllowance';
import { sentences } from '../../domain/text/sentences';
import { showNumber } from '../../domain/values/amount';
import type { LimitsView, ToLimitsHost, ToLimitsPage } from '../../panel/limits/limitsProtocol';
import type { Handlers } from '../../panel/platform/messages';
import type { Host } from '../shared/host';
import { PageElement } from '../shared/pageElement';

/** A text in the field where it was typed. */
interface Typed {
  readonly name: LimitName;
  readonly effect: LimitEffect;
  readonly text: string;
}

/** What may be done with orders, and the limits that each new order and change is checked against. */
export class LimitsPage extends PageElement {
  @state() private view: LimitsView = { allow: 'modify', limits: limitsFrom({}), now: {}, fault: '' };
  @state() /** It can’t be used. */ @state() private refused: Typed | undefined;
  @state() private said: 'saved' | 'failed' | undefined;
  /** What is being typed: news of other figures must not take it away. */
  @state() private typed: Typed | undefined;

  constructor(private readonly host: Host<ToLimitsHost>) {
    super();
  }

  readonly handlers: Handlers<ToLimitsPage> = {
    view: (view) => {
      this.view = view;
    },
    saved: ({ isSaved }) => {
      this.said = isSaved ? 'saved' : 'failed';
    },
  };

  protected override render(): TemplateResult {
    const { view } = this;
    return html`<header class="top">
        <h1>${l10n.t('Order Limits')}</h1>
        <span class="said ${this.#isUnsaved ? 'failed' : ''}" role="status" aria-live="polite">${this.#saidText()}</span>
        <span class="spring"></span>
        <button type="button" class="order" @click=${() => this.host.send('openSettings', null)}>${l10n.t('Open Settings (JSON)')}</button>
      </header>
      <main>
        ${
          view.fault === ''
            ? nothing
            : html`<div class="notice error" role="alert">
                <span class="codicon codicon-error" aria-hidden="true"></span><span class="notice-text">${view.fault}</span>
              </div>`
        }
        ${this.#allowances()}
        <h2 id="limits">${l10n.t('Limits')}</h2>
        <p class="about" id="about">
          ${l10n.t(
            'Every new order and change is checked right before it is sent, in paper accounts as well. Above the first limit you are asked once more. Above the second one nothing is sent, whatever you confirm. An empty field is no limit. Cancellations have no limits.',
          )}
        </p>
        <p class="about" id="about-money">
          ${unbroken(
            l10n.t(
              'Amounts of money have the currency of each order, and nothing is converted: 500,000 is HKD 500,000 for a share in Hong Kong, but USD 500,000 for one in New York and JPY 500,000 for one in Tokyo.',
            ),
          )}
        </p>
        <table aria-labelledby="limits" aria-describedby="about about-money">
          <thead>
            <tr>
              <th scope="col">${l10n.t({ message: 'Limit', comment: ['Heading of a column: what is limited'] })}</th>
              <th scope="col">${headings().ask}</th>
              <th scope="col">${headings().refuse}</th>
            </tr>
          </thead>
          <tbody>
            ${limitNames.map((name) => this.#row(name))}
          </tbody>
        </table>
      </main>`;
  }

  #allowances(): TemplateResult {
    const { allow, fault } = this.view;
    const texts = allowanceTexts();
    return html`<fieldset ?disabled=${fault !== ''}>
      <legend>${l10n.t('What Market Desk may do with orders')}</legend>
      ${orderAllowances.map((allowance) => {
        const [label, about] = texts[allowance];
        return html`<label class="choice"
          ><input
            type="radio"
            name="allow"
            value=${allowance}
            .checked=${live(allow === allowance)}
            @change=${() => this.host.send('allow', { allowance })}
          /><span><span class="choice-name">${label}</span> <span class="faint">${about}</span></span></label
        >`;
      })}
    </fieldset>`;
  }

  #row(name: LimitName): TemplateResult {
    const [label, about] = limitTexts()[name];
    const { limits, now } = this.view;
    const { ask, refuse } = limits;
    const isNeverAsked = refuse[name] > 0 && ask[name] >= refuse[name];
    return html`<tr>
      <th scope="row">
        <span class="name" id="name-${name}">${label}</span>
        <span class="faint" id="about-${name}">${about}</span>
        ${isNeverAsked ? html`<span class="faint never">${l10n.t('You are never asked: such orders are refused already.')}</span>` : nothing}
        <span class="line"
          >${limitEffects.map((effect) => {
            const isRefused = this.#isRefused(name, effect);
            return html`<span class="field-problem" id="problem-${name}-${effect}" role="alert"
              >${isRefused ? problem(name, limits[effect][name]) : nothing}</span
            >`;
          })}<span class="now" id="now-${name}">${this.refused?.name === name ? nothing : (now[name] ?? nothing)}</span></span
        >
      </th>
      ${limitEffects.map((effect) => this.#field(name, effect))}
    </tr>`;
  }

  #field(name: LimitName, effect: LimitEffect): TemplateResult {
    const amount = this.view.limits[effect][name];
    const id = `${name}-${effect}`;
    const isRefused = this.#isRefused(name, effect);
    const typed = [this.typed, this.refused].find((each) => each?.name === name && each.effect === effect);
    const text = typed?.text ?? (amount === 0 ? '' : showNumber(String(amount)));
    return html`<td>
      <span class="narrow-head" aria-hidden="true">${headings()[effect]}</span>
      <span class="amount"
        ><input
          class="field"
          id=${id}
          type="text"
          inputmode="decimal"
          autocomplete="off"
          size="10"
          maxlength="24"
          placeholder=${l10n.t({ message: 'No limit', comment: ['In an empty field for a limit'] })}
          aria-label=${l10n.t('{0}: {1}', limitTexts()[name][0], headings()[effect])}
          aria-describedby="about-${name} now-${name} problem-${id}"
          aria-invalid=${isRefused ? 'true' : 'false'}
          ?disabled=${this.view.fault !== ''}
          .value=${live(text)}
          @input=${(event: InputEvent) => (this.typed = { name, effect, text: (event.currentTarget as HTMLInputElement).value })}
          @blur=${() => (this.typed = undefined)}
          @change=${(event: Event) => this.#enter(name, effect, (event.currentTarget as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#key(event, name, effect)}
        /><span class="unit" aria-hidden="true">${name === 'distancePercent' ? '%' : ''}</span></span
      ><span class="typed">${this.typed?.name === name && this.typed.effect === effect ? grouped(this.typed) : ''}</span>
    </td>`;
  }

  #isRefused(name: LimitName, effect: LimitEffect): boolean {
    return this.refused?.name === name && this.refused.effect === effect;
  }

  get #isUnsaved(): boolean {
    return this.refused !== undefined || this.said === 'failed';
  }

  #saidText(): string {
    if (this.#isUnsaved) return l10n.t({ message: 'Not saved', comment: ['A limit of orders was not saved in the settings'] });
    return this.said === undefined ? '' : l10n.t({ message: 'Saved', comment: ['A limit of orders was saved in the settings'] });
  }

  #key(event: KeyboardEvent, name: LimitName, effect: LimitEffect): void {
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === 'Enter') this.#enter(name, effect, field.value);
    if (event.key !== 'Escape') return;
    const amount = this.view.limits[effect][name];
    field.value = amount === 0 ? '' : showNumber(String(amount));
    [this.refused, this.typed] = [undefined, undefined];
  }

  #enter(name: LimitName, effect: LimitEffect, text: string): void {
    const amount = typedLimit(name, text);
    [this.said, this.typed] = [undefined, undefined];
    if (amount === undefined) {
      this.refused = { name, effect, text };
      return;
    }
    if (this.#isRefused(name, effect)) this.refused = undefined;
    this.requestUpdate();
    if (amount !== this.view.limits[effect][name]) this.host.send('limit', { name, effect, amount });
  }
}

/** A currency stays with its amount. */
function unbroken(text: string): string {
  return text.replaceAll(/\b([A-Z]{3}) (?=\d)/g, '$1\u00a0');
}

/** `= 2,000,000`: what is being typed, where a zero too many is seen; empty if it is short, has groups itself, or can’t be used. */
function grouped({ name, text }: Typed): string {
  const shown = showNumber(String(typedLimit(name, text) ?? ''));
  return shown.includes(',') && !text.includes(',') ? `= ${shown}` : '';
}

/** What a field takes, and what stays in force until then. */
function problem(name: LimitName, amount: number): string {
  const most = mostOf[name];
  const inForce = amount === 0 ? l10n.t('There is still no limit.') : l10n.t('Still in force: {0}.', showNumber(String(amount)));
  const takes =
    most > 1e6 ? l10n.t('Enter a number such as 1,000 or 2.5.') : l10n.t('Enter a number of at most {0}.', showNumber(String(most)));
  return sentences(takes, inForce);
}

function headings(): Readonly<Record<LimitEffect, string>> {
  return {
    ask: l10n.t({ message: 'Ask above', comment: ['Heading of a column: above this amount the user is asked once more'] }),
    refuse: l10n.t({ message: 'Refuse above', comment: ['Heading of a column: above this amount nothing is sent'] }),
  };
}

function allowanceTexts(): Readonly<Record<LimitsView['allow'], readonly [label: string, about: string]>> {
  return {
    nothing: [
      l10n.t({ message: 'Nothing', comment: ['What Market Desk may do with orders'] }),
      l10n.t('Not in paper accounts and not in the sandbox either.'),
    ],
    modify: [
      l10n.t({ message: 'Modify and cancel', comment: ['What Market Desk may do with orders'] }),
      l10n.t('New orders in paper accounts and in the sandbox only.'),
    ],
    all: [
      l10n.t({ message: 'Place, modify, and cancel', comment: ['What Market Desk may do with orders'] }),
      l10n.t('Each one after your confirmation.'),
    ],
  };
}

/** What each limit limits, and how it is checked. */
function limitTexts(): Readonly<Record<LimitName, readonly [label: string, about: string]>> {
  return {
    value: [
      l10n.t('Order value'),
      l10n.t(
        'In the order’s currency: quantity × limit price, for options and futures × the contract size. Without a limit price: the highest known price and 5% more.',
      ),
    ],
    quantity: [l10n.t('Quantity'), l10n.t('Of a new order, or after a change.')],
    distancePercent: [
      l10n.t('Distance in percent'),
      l10n.t(
        'Between a new price or trigger price and the last price, or the extended-hours price while it is newer. You are asked above 20% unless you enter something else.',
      ),
    ],
    distanceTicks: [
      l10n.t('Distance in ticks'),
      l10n.t('Between a new price or trigger price and the last price, or the extended-hours price while it is newer.'),
    ],
    perMinute: [l10n.t('Orders per minute'), l10n.t('New orders and changes in the last 60 seconds, in all windows.')],
    exposure: [
      l10n.t('Position in one security'),
      l10n.t(
        'In the order’s currency: what the account’s position could be worth with all open orders. Orders that can’t make a position larger aren’t limited.',
      ),
    ],
    dayLoss: [
      l10n.t('Open loss of the day'),
      l10n.t(
        'In each currency by itself: what the account’s open positions have lost today. A loss that was realized by closing a position, such as by a stop, no longer counts. Orders that can’t make a position larger aren’t limited.',
      ),
    ],
  };
}

customElements.define('limits-page', LimitsPage);
