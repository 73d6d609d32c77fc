import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FundsLine } from '../../panel/portfolio/portfolioProtocol';
import { kindText } from '../shared/texts/positionTexts';

/** One line with the money of each account. Currencies are listed and never added. */
export function fundsPart(lines: readonly FundsLine[], isSandbox: boolean): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<section class="funds" aria-label=${l10n.t('Funds')}>
    ${lines.map(({ account, isLive, text }) =>
      account === ''
        ? html`<p class="hint">${text}</p>`
        : html`<p class="hint">${account} · ${kindText(isLive ? 'live' : 'simulated', isSandbox)} · ${text}</p>`,
    )}
  </section>`;
}
