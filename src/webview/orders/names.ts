import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { briefOptionText, optionText } from '../../domain/market/optionText';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { listText } from '../shared/texts/listText';
import { kindText } from '../shared/texts/positionTexts';
import type { ColumnContext } from './columns';

export function accountName({ account }: { readonly account: string }, { accounts, isPrivate }: ColumnContext): string {
  const found = accounts.get(account);
  if (found === undefined) return '';
  return isPrivate && found.name === found.id ? masked : visibleText(found.name);
}

/** A value of the service in words; an unknown one as received. */
export function word(words: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(words, value) ? words[value] : undefined) ?? visibleText(value);
}

export function kindOf({ account }: { readonly account: string }, { accounts, isSandbox }: ColumnContext): string {
  const found = accounts.get(account);
  return found === undefined ? '' : kindText(found.kind, isSandbox);
}

/** An option as traders read it. */
export function symbolText({ code }: { readonly code: string }, { isNarrow }: ColumnContext): string {
  return visibleText((isNarrow ? briefOptionText(code) : optionText(code)) ?? code);
}

/** The name of a security; none of an option, whose symbol says the same. */
export function nameText(row: { readonly code: string; readonly name: string }, context: ColumnContext): string {
  const name = visibleText(row.name);
  return name === symbolText(row, { ...context, isNarrow: false }) ? '' : name;
}

export function spokenSymbol(row: { readonly account: string; readonly code: string }, context: ColumnContext): string {
  const [shown, code] = [symbolText(row, context), visibleText(row.code)];
  return listText([shown, shown === code ? '' : code, isMarkedPaper(row, context) ? kindOf(row, context) : '']);
}

export function isMarkedPaper({ account }: { readonly account: string }, { marksPaper, accounts }: ColumnContext): boolean {
  return marksPaper && accounts.get(account)?.kind === 'simulated';
}

export function symbolCell(row: { readonly account: string; readonly code: string }, context: ColumnContext): TemplateResult | string {
  const code = symbolText(row, context);
  if (!isMarkedPaper(row, context)) return code;
  const kind = kindOf(row, context);
  return html`<span class="codicon codicon-note mark" role="img" aria-label=${kind} title=${kind}></span>${code}`;
}

/** The name may be cut off, but never the mark of the kind of account, which its tooltip has in words. */
export function accountCell(row: { readonly account: string }, context: ColumnContext): TemplateResult {
  const kind = context.accounts.get(row.account)?.kind;
  const icon = kind === 'simulated' ? 'note' : 'account';
  const look = kind === 'live' && !context.isSandbox ? 'live' : 'paper';
  const kindWord = kindOf(row, context);
  const badge = html`<span class="badge ${look}" title=${kindWord}
    ><span class="codicon codicon-${icon}" role="img" aria-label=${kindWord}></span
  ></span>`;
  return html`<span class="marked">${badge} <span class="marked-name">${accountName(row, context)}</span></span>`;
}
