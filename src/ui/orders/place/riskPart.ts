import * as vscode from 'vscode';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { readRiskFunds } from '../../../app/orders/ticket/riskFunds';
import type { RiskFunds } from '../../../app/orders/ticket/riskFunds';
import { startText } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { Moment } from '../../../app/platform/moment';
import type { Disposable, MachineClock } from '../../../app/platform/ports';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { expectedPrice } from '../../../domain/orders/placing/startValues';
import { opensPosition, sizeByRisk } from '../../../domain/orders/placing/sizeByRisk';
import type { RiskSize } from '../../../domain/orders/placing/sizeByRisk';
import { isShare } from '../../../domain/market/security';
import { showNumber } from '../../../domain/values/amount';
import { checkDecimal, isMoreThan } from '../../../domain/values/decimal';
import { idText } from '../../../domain/text/visibleText';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import type { TicketRiskTexts, TicketRiskView } from '../../../panel/ticket/ticketProtocol';
import { currencyOf } from '../ticket/ticketWords';
import { presentError } from '../../platform/errors/presentError';

/** The value of an account is read again when it is older than this. */
const freshMs = 60_000;

/** The part of the form that sizes a new order: from where its stop is, and what may be lost there. It sends nothing. */
export class RiskPart implements Disposable {
  #asked: TicketRiskTexts = { stop: '', risk: '', unit: 'percent' };
  #funds: RiskFunds | undefined;
  #readIn = '';
  #readAt: Moment | undefined;
  #reading: Promise<void> | undefined;
  readonly #closing = new AbortController();

  /** @param changed - The value of the account is known, or isn't. */
  constructor(
    private readonly access: Pick<ServiceAccess, 'client'>,
    private readonly clock: MachineClock,
    private readonly changed: () => void,
  ) {}

  /** Takes what the user typed. Reads the value of the account once it is needed. */
  ask(asked: TicketRiskTexts, ticket: Ticket): void {
    this.#asked = asked;
    if (this.#isComplete && asked.unit === 'percent' && whyNot(ticket) === '') void this.#read(ticket).then(this.changed);
  }

  /**
   * The quantity for a new order as it is now; undefined if there is none. Never rejects.
   *
   * @param most - What the account can trade, which the quantity never exceeds; undefined if unknown.
   */
  async quantity(ticket: () => Ticket, market: MarketFacts, most: () => string | undefined): Promise<string | undefined> {
    if (whyNot(ticket()) !== '') return undefined;
    if (this.#asked.unit === 'percent') await this.#read(ticket());
    const sized = this.#size(ticket(), market, most());
    return sized?.ok === true ? sized.quantity : undefined;
  }

  /** What the form shows; null for a change. */
  view(ticket: Ticket, market: MarketFacts, most: string | undefined, privacy: Privacy): TicketRiskView | null {
    const { placing } = ticket;
    if (placing === undefined) return null;
    const currency = currencyOf(ticket);
    const told = { currency, hint: '', quantity: '', isOpen: true } as const;
    const why = whyNot(ticket);
    if (why !== '') return { ...told, isOpen: false, hint: why };
    if (!this.#isComplete)
      return { ...told, hint: vscode.l10n.t('For the quantity alone: enter a stop and the risk. No stop order is sent.') };
    if (entryOf(ticket, market) === '')
      return { ...told, hint: vscode.l10n.t('Size by risk needs a price: enter one, or wait for prices.') };
    if (this.#asked.unit === 'percent' && this.#funds === undefined) return { ...told, hint: vscode.l10n.t('Reading the account’s funds') };
    if (this.#asked.unit === 'percent' && this.#funds?.kind !== 'known') return { ...told, hint: noFundsText(this.#funds) };
    const own = this.#funds?.kind === 'known' ? this.#funds.currency : '';
    if (this.#asked.unit === 'percent' && own !== '' && own !== currency) return { ...told, hint: otherCurrencyText(own, currency) };
    const sized = this.#size(ticket, market, most);
    if (sized === undefined) return told;
    return sized.ok
      ? { ...told, quantity: number(sized.quantity), hint: this.#result(sized, currency, market, privacy) }
      : { ...told, hint: problemText(sized.why) };
  }

  dispose(): void {
    this.#closing.abort();
  }

  get #isComplete(): boolean {
    return [this.#asked.stop, this.#asked.risk].every((text) => checkDecimal(text, { zero: false }).ok);
  }

  #size(ticket: Ticket, market: MarketFacts, most: string | undefined): RiskSize | undefined {
    const { stop, risk, unit } = this.#asked;
    const { choices } = ticket.placing ?? {};
    const funds = this.#funds?.kind === 'known' ? this.#funds : undefined;
    const isOther = funds !== undefined && funds.currency !== '' && funds.currency !== currencyOf(ticket);
    if (unit === 'percent' && (funds === undefined || isOther)) return undefined;
    // An amount is all of itself.
    const worth = unit === 'percent' ? { assets: funds?.assets ?? '', percent: risk } : { assets: risk, percent: '100' };
    const lotSize = choices?.lot_type === 'ODD' ? '' : market.lotSize;
    return sizeByRisk({ ...worth, side: choices?.side ?? '', entry: entryOf(ticket, market), stop, lotSize, most });
  }

  async #read(ticket: Ticket): Promise<void> {
    const currency = currencyOf(ticket);
    if (this.#funds !== undefined && this.#readIn === currency && this.#readAt !== undefined && this.#readAt.ageMs < freshMs) return;
    this.#reading ??= readRiskFunds(this.access, ticket, currency, this.#closing.signal).then((funds) => {
      [this.#funds, this.#readIn] = [funds, currency];
      // What couldn't be read is read again with the next change.
      this.#readAt = funds.kind === 'failed' ? undefined : new Moment(this.clock);
      this.#reading = undefined;
    });
    await this.#reading;
  }

  #result(
    { quantity, risk, isCapped }: Extract<RiskSize, { ok: true }>,
    currency: string,
    { lotSize }: Pick<MarketFacts, 'lotSize'>,
    { isPrivate }: Privacy,
  ): string {
    const unit = currency === '' ? '' : `${idText(currency)} `;
    const loss = `${unit}${number(risk)}`;
    const isPercent = this.#asked.unit === 'percent';
    const funds = isPercent && this.#funds?.kind === 'known' ? this.#funds : undefined;
    return sentences(
      funds === undefined
        ? vscode.l10n.t('Quantity {0}: up to {1} is lost at the stop.', number(quantity), loss)
        : vscode.l10n.t(
            'Quantity {0}: up to {1} is lost at the stop, within {2}% of {3}.',
            number(quantity),
            loss,
            this.#asked.risk.trim(),
            `${unit}${maskWhen(isPrivate)(number(funds.assets))}`,
          ),
      isCapped ? vscode.l10n.t('The risk allows more, but the account can’t trade more.') : '',
      vscode.l10n.t('Fees and gaps in the price aren’t included.'),
      funds?.currency === '' ? vscode.l10n.t('The service doesn’t say the currency of these funds; they are taken for {0}.', currency) : '',
      isMoreThan(lotSize, '0') === true ? '' : vscode.l10n.t('The lot size isn’t known.'),
    );
  }
}

/** Why a new order can't be sized by risk, whatever the stop; empty if it can. */
function whyNot({ placing }: Ticket): string {
  if (placing === undefined) return '';
  if (!opensPosition(placing.choices.side)) return problemText('side');
  // The price of a contract is per unit of what it delivers, and its lots are no multiple of that.
  if (!isShare(placing.code, 'unknown')) return vscode.l10n.t('Size by risk is for shares only: what one contract loses isn’t known.');
  return currencyOf({ order: undefined, placing }) === '' ? vscode.l10n.t('No quantity: the currency of this security isn’t known.') : '';
}

function entryOf(ticket: Ticket, market: MarketFacts): string {
  const { side = '' } = ticket.placing?.choices ?? {};
  const [limit, trigger] = [startText(ticket, 'price'), startText(ticket, 'aux_price')];
  return expectedPrice({ side, orderType: ticket.orderType ?? '', limit, trigger }, market)?.price ?? '';
}

function problemText(why: Extract<RiskSize, { ok: false }>['why']): string {
  const texts = {
    side: vscode.l10n.t('Size by risk is for orders that open a position: to buy or to sell short.'),
    wrongSide: vscode.l10n.t('No quantity: if you buy, the stop has to be below the entry; if you sell short, above it.'),
    number: vscode.l10n.t('No quantity: one of the numbers can’t be used. The percentage is at most 100.'),
    tooSmall: vscode.l10n.t('No quantity: even one lot would lose more than that at the stop.'),
    noPower: vscode.l10n.t('No quantity: the account can’t trade one lot of this security.'),
  };
  return texts[why];
}

function noFundsText(funds: Exclude<RiskFunds, { kind: 'known' }> | undefined): string {
  if (funds?.kind === 'failed')
    return vscode.l10n.t('No quantity: the account’s funds couldn’t be read. {0}', presentError(funds.error).message);
  return vscode.l10n.t('No quantity: this service doesn’t say what the account is worth.');
}

function otherCurrencyText(own: string, traded: string): string {
  return vscode.l10n.t(
    'No quantity: this security is traded in {0}, but the service states the account’s value in {1} only.',
    traded,
    idText(own),
  );
}

function number(text: string): string {
  return idText(showNumber(text.trim()));
}
