import * as vscode from 'vscode';
import { readPlaceArguments } from '../../../app/orders/ticket/placingTicket';
import type { PlaceArguments } from '../../../app/orders/ticket/placingTicket';
import { readArguments, typedOf } from '../../../app/orders/ticket/ticket';
import type { ModifyArguments, Ticket } from '../../../app/orders/ticket/ticket';
import { restoredOrigin } from '../../../app/orders/request/origin';
import { isSameSession, isSignedIn } from '../../../app/session/connection';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import { ticketHostGuards } from '../../../panel/ticket/ticketProtocol';
import type { ToTicketHost, ToTicketPage } from '../../../panel/ticket/ticketProtocol';
import { isRecord } from '../../../panel/platform/messages';
import type { OrderOrigin } from '../../../domain/orders/orderOrigin';
import { PageHost } from '../../platform/pages/pageHost';
import { runCommand } from '../../platform/runCommand';
import { hostOf } from '../orderText';
import type { UiPorts } from '../../platform/ports';

interface Telling {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => unknown };
}

/** What the page of a ticket stored, validated. */
export interface Kept {
  readonly service: string;
  readonly origin: OrderOrigin;
  readonly order: ModifyArguments;
}

const longestText = 200;

/** Parses what the page of a ticket stored; undefined unless it names an order. */
export function readKept(stored: unknown): Kept | undefined {
  if (!isRecord(stored) || typeof stored['service'] !== 'string' || stored['service'].length > longestText) return undefined;
  const order = readArguments(stored['order']);
  const isShort = Object.values(order).every((text: string) => text.length <= longestText);
  const isNamed = order.orderId !== undefined || order.symbol !== undefined;
  return order.accountId !== undefined && isNamed && isShort
    ? { service: stored['service'], origin: restoredOrigin(stored['origin']), order }
    : undefined;
}

/**
 * The tab of a ticket that was restored after a reload of the window. It reads the order again as soon as possible, and shows until then
 * why it has to wait. Nothing that the tab showed before is used as the order.
 */
export class RestoredTicket {
  readonly #page: PageHost<ToTicketPage, ToTicketHost>;
  readonly #subscription: { dispose(): unknown };
  #told: Telling = { text: '' };
  #isReading = false;
  #isDisposed = false;

  constructor(
    panel: Pick<vscode.WebviewPanel, 'webview' | 'dispose'>,
    private readonly kept: Kept | undefined,
    private readonly dependencies: Pick<UiPorts, 'access' | 'extensionUri' | 'log' | 'report'> & {
      readonly modify: () => Promise<void>;
      readonly place: (argument: PlaceArguments) => Promise<void>;
      readonly reopen: (order: ModifyArguments) => Promise<Ticket | undefined>;
      /** The ticket has been read and takes over the page. */
      readonly opened: (ticket: Ticket) => void;
    },
  ) {
    const nothing = (): void => undefined;
    this.#page = new PageHost({
      webview: panel.webview,
      extensionUri: dependencies.extensionUri,
      page: { title: vscode.l10n.t('Order ticket'), name: 'ticket' },
      guards: ticketHostGuards,
      handlers: () => ({
        ready: () => this.#show(),
        act: () => void this.#told.action?.run(),
        chooseAnother: () => this.#modify(),
        chooseAccount: () => this.#modify(),
        close: () => void panel.dispose(),
        ...{
          edit: nothing,
          review: nothing,
          part: nothing,
          risk: nothing,
          size: nothing,
          rehearse: nothing,
          diff: nothing,
          cancelOrder: nothing,
          editLimits: nothing,
          cancel: nothing,
          leave: nothing,
        },
      }),
      log: dependencies.log,
    });
    this.#subscription = dependencies.access.onDidChange(() => this.#look());
    this.#look();
  }

  /** Who filled in what was typed but not sent. */
  get origin(): Ticket['origin'] {
    return this.kept?.origin;
  }

  /** What the user typed but did not send. */
  get typed(): Ticket['typed'] {
    return typedOf(this.kept?.order ?? {});
  }

  setVisible(isVisible: boolean): void {
    if (!isVisible) this.#page.markHidden();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
    this.#page.dispose();
  }

  #look(): void {
    const { kept } = this;
    const { connection, session } = this.dependencies.access.current;
    if (this.#isDisposed || this.#isReading) return;
    if (kept === undefined)
      this.#tell({
        text: vscode.l10n.t('It isn’t known any more which order this ticket was for.'),
        action: { label: vscode.l10n.t('Choose Another Order…'), run: () => this.#modify() },
      });
    else if (kept.order.orderId === undefined)
      this.#tell({
        text: vscode.l10n.t('What was filled in for a new order isn’t kept when the window reloads.'),
        // The same account number may exist at another service, such as that of a rehearsal.
        ...(this.#isElsewhere(kept) ? {} : { action: { label: vscode.l10n.t('New Order…'), run: () => this.#place(kept.order) } }),
      });
    else if (connection.kind === 'none' || session.kind !== 'signedIn')
      this.#tell({
        text: vscode.l10n.t('Sign in to continue.'),
        action: { label: vscode.l10n.t('Sign In'), run: () => void runCommand('marketDesk.signIn') },
      });
    else if (this.#isElsewhere(kept))
      this.#tell({ text: vscode.l10n.t('This order belongs to {0}. Connect to that service first.', hostOf(kept.service)) });
    else void this.#read(kept.order);
  }

  #isElsewhere({ service }: Kept): boolean {
    const { connection } = this.dependencies.access.current;
    return connection.kind !== 'none' && serviceIdentity(connection.baseUrl) !== serviceIdentity(service);
  }

  async #read(order: ModifyArguments): Promise<void> {
    const { access, reopen, opened, log } = this.dependencies;
    const begun = access.current;
    this.#isReading = true;
    this.#tell({ text: vscode.l10n.t('Loading…') });
    const ticket = await reopen(order).catch((error: unknown) => {
      log.error('The order of a restored ticket could not be read', error);
      return undefined;
    });
    this.#isReading = false;
    if (this.#isDisposed) return;
    if (!isSignedIn(access.current) || !isSameSession(begun, access.current)) this.#look();
    else if (ticket !== undefined) opened({ ...ticket, origin: this.origin });
    else
      this.#tell({
        text: vscode.l10n.t('The order couldn’t be loaded.'),
        action: { label: vscode.l10n.t('Try Again'), run: () => this.#look() },
      });
  }

  #modify(): void {
    void this.dependencies.modify().catch((error: unknown) => this.dependencies.report(error));
  }

  #place(kept: ModifyArguments): void {
    // Of a new order, nothing else is kept.
    const { accountId, accountKind, symbol } = kept;
    void this.dependencies
      .place(readPlaceArguments({ accountId, accountKind, symbol }))
      .catch((error: unknown) => this.dependencies.report(error));
  }

  #tell(told: Telling): void {
    this.#told = told;
    this.#show();
  }

  #show(): void {
    this.#page.post('without', { text: this.#told.text, action: this.#told.action?.label ?? '' });
  }
}
