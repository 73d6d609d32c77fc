import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { readRiskFunds } from '../../../app/orders/ticket/riskFunds';
import type { RiskFunds } from '../../../app/orders/ticket/riskFunds';
import { startText } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { sizeByRisk } from '../../../domain/orders/placing/sizeByRisk';
import { isShare, shareCurrency } from '../../../domain/market/security';
import type { RiskSize } from '../../../domain/orders/placing/sizeByRisk';
import { hasLimitPrice } from '../../../domain/orders/orderRules';
import { showNumber } from '../../../domain/values/amount';
import { checkDecimal, isMoreThan } from '../../../domain/values/decimal';
import { idText } from '../../../domain/text/visibleText';
import { sentences } from '../../../domain/text/sentences';
import { presentError } from '../../platform/errors/presentError';
import { askText } from '../../platform/say/ask';
import { cancellableProgress } from '../../platform/say/progress';

/** The result of the question: a quantity with its reason, or why there is none; undefined when dismissed. */
export type AskedSize = { readonly quantity: string | undefined; readonly message: string } | undefined;

/**
 * *Size by Risk…*: asks for the stop and the share of the account, and calculates the quantity of a new order. Sends nothing.
 *
 * @param ticket - The new order as it is now: its form can be edited while the questions are open.
 */
export async function askForSize(access: Pick<ServiceAccess, 'client'>, ticket: () => Ticket, market: MarketFacts): Promise<AskedSize> {
  const asked = ticket();
  const { placing } = asked;
  if (placing === undefined) return undefined;
  const { side } = placing.choices;
  const entry = entryOf(asked, market);
  const probe = sizeByRisk({ side, assets: '1', percent: '1', entry: '1', stop: side === 'BUY' ? '0.5' : '2', lotSize: '' });
  if (!probe.ok && probe.why === 'side') return none(problemText('side'));
  // The price of a contract is per unit of what it delivers, and its lots are no multiple of that.
  if (!isShare(placing.code, 'unknown'))
    return none(vscode.l10n.t('Size by risk is for shares only: what one contract loses isn’t known.'));
  if (entry === '') return none(vscode.l10n.t('Size by risk needs a price: enter one, or wait for prices.'));
  const currency = shareCurrency(placing.code);
  if (currency === undefined) return none(vscode.l10n.t('No quantity: the currency of this security isn’t known.'));
  const funds = await cancellableProgress(vscode.l10n.t('Reading the account’s funds'), async (signal) =>
    readRiskFunds(access, asked, currency, signal),
  );
  if (funds.kind !== 'known') return none(noFundsText(funds));
  if (funds.currency !== '' && funds.currency !== currency) return none(otherCurrencyText(funds.currency, currency));
  const title = vscode.l10n.t('Size by Risk');
  const stop = await askText({
    title,
    prompt: vscode.l10n.t('Stop: the price at which the position is closed, with an entry at {0}', number(entry)),
    validateInput: complaint,
  });
  if (stop === undefined) return undefined;
  const prompt = vscode.l10n.t('Percentage of the account that may be lost, such as 1 or 0.5');
  const percent = await askText({ title, prompt, validateInput: complaint });
  if (percent === undefined) return undefined;
  const now = ticket();
  const { most } = now.placing ?? {};
  const sized = sizeByRisk({ side, assets: funds.assets, percent, entry, stop, lotSize: market.lotSize, most });
  if (sized.ok && !isDeepStrictEqual(decisive(asked), decisive(now)))
    return none(vscode.l10n.t('The order was changed while you answered. Choose Size by Risk again.'));
  return sized.ok ? result(sized, { funds, currency, percent, lotSize: market.lotSize }) : none(problemText(sized.why));
}

/** What a size depends on. */
function decisive({ typed, placing }: Ticket): object {
  return { side: placing?.choices.side, type: placing?.choices.order_type, price: typed.price, trigger: typed.aux_price };
}

/** The limit price if the order has one; otherwise the last price. */
function entryOf(ticket: Ticket, { askPrice, bidPrice, lastPrice }: MarketFacts): string {
  const { choices } = ticket.placing ?? {};
  if (hasLimitPrice(ticket.orderType ?? '')) return startText(ticket, 'price').trim();
  const trigger = startText(ticket, 'aux_price').trim();
  const own = choices?.side === 'BUY' ? askPrice : bidPrice;
  return [trigger, own, lastPrice].find((price) => isMoreThan(price, '0') === true) ?? '';
}

function complaint(text: string): string | undefined {
  return checkDecimal(text, { zero: false }).ok ? undefined : vscode.l10n.t('Enter a number above zero, such as 12.5.');
}

function result(
  { quantity, risk, isCapped }: Extract<RiskSize, { ok: true }>,
  about: {
    readonly funds: Extract<RiskFunds, { kind: 'known' }>;
    readonly currency: string;
    readonly percent: string;
    readonly lotSize: string;
  },
): AskedSize {
  const { funds, currency, percent, lotSize } = about;
  const unit = funds.currency === '' ? '' : `${idText(funds.currency)} `;
  const message = sentences(
    vscode.l10n.t(
      'Quantity {0}: up to {1} is lost at the stop, within {2}% of {3}.',
      number(quantity),
      `${unit}${number(risk)}`,
      percent.trim(),
      `${unit}${number(funds.assets)}`,
    ),
    isCapped ? vscode.l10n.t('The risk allows more, but the account can’t trade more.') : '',
    vscode.l10n.t('Fees and gaps in the price aren’t included.'),
    funds.currency === '' ? vscode.l10n.t('The service doesn’t say the currency of these funds; they are taken for {0}.', currency) : '',
    isMoreThan(lotSize, '0') === true ? '' : vscode.l10n.t('The lot size isn’t known.'),
  );
  return { quantity, message };
}

function none(message: string): AskedSize {
  return { quantity: undefined, message };
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

function noFundsText(funds: Exclude<RiskFunds, { kind: 'known' }>): string {
  if (funds.kind === 'failed')
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
