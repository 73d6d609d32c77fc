import { hiddenText } from '../languageTools/toolAnswers';
import { untrustedText } from '../languageTools/untrusted';
import type { SendingStop } from '../orders/write/stop/sendingStop';
import type { PrivacyMode } from '../privacy/privacyMode';
import type { Account } from '../session/accounts/accounts';
import { ServiceError } from '../../service/errors';
import type { ProposingProgram } from '../../domain/orders/orderOrigin';
import { readProposal } from './orderProposal';
import type { OrderProposal } from './orderProposal';
import type { ProposalFate, Proposals } from './proposals';

export interface ProposeDependencies {
  readonly proposals: Pick<Proposals, 'propose'>;
  readonly isSignedIn: () => boolean;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
  readonly sending: Pick<SendingStop, 'isStopped'>;
  readonly describeError: (error: unknown) => string;
}

/** A proposing program, and how it names accounts. */
export interface Proposer {
  readonly program: ProposingProgram;
  /** The account that a name refers to; undefined for one that the proposer can’t know. */
  readonly accountOf: (name: string) => (Pick<Account, 'id'> & Partial<Pick<Account, 'kind'>>) | undefined;
}

const longestError = 900;

/**
 * Handles an order proposal for any program, the editor’s chat or an agent: the user is told, may look at it in a form, and the answer says what
 * they did with it.
 *
 * @throws Error with a sentence that may be passed on to the program.
 */
export async function proposeOrder(
  { proposals, isSignedIn, privacy, sending, describeError }: ProposeDependencies,
  input: unknown,
  { program, accountOf }: Proposer,
  signal: AbortSignal,
): Promise<string> {
  if (!isSignedIn()) throw new Error('The user is not signed in to Market Desk.');
  const mustBeShown = (): void => {
    if (privacy.isOn) throw new Error(hiddenText);
  };
  mustBeShown();
  const proposal = read(input, describeError);
  const account = accountOf(proposal.accountId);
  if (account === undefined) throw new Error('accountId: name the account as listPositions or listOpenOrders does.');
  if (sending.isStopped && proposal.action !== 'cancel')
    throw new Error('The user has stopped sending orders. Nothing was opened or sent. Only the user can release it.');
  const fate = await proposals.propose(inAccount(proposal, account), program, signal);
  mustBeShown();
  if (fate.kind === 'inUse')
    throw new Error('The user is answering a question or has an order form in hand. Nothing was shown or sent. Try again later.');
  if (fate.kind === 'tooSoon')
    throw new Error(
      `The user declined your last proposal. Nothing was shown or sent. Wait ${Math.ceil(fate.leftMs / 1000)} seconds, and change what you propose.`,
    );
  if (fate.kind === 'stopped')
    throw new Error('The user wants no more proposals of this program. Nothing was shown or sent. Only they can allow them again.');
  if (fate.kind === 'busy') throw new Error('Another proposal is in front of the user. Nothing was opened or sent.');
  return JSON.stringify({ proposal: fateText(fate), ...(fate.kind === 'sent' ? { outcome: fate.outcome } : {}) });
}

/** A name says of which kind the account is; with a number, the proposal may say it. */
function inAccount(proposal: OrderProposal, { id: accountId, kind }: NonNullable<ReturnType<Proposer['accountOf']>>): OrderProposal {
  return { ...proposal, accountId, ...(kind === undefined ? {} : { accountKind: kind }) };
}

function read(input: unknown, describeError: (error: unknown) => string): OrderProposal {
  try {
    return readProposal(input);
  } catch (error) {
    throw new Error(ServiceError.is(error) ? untrustedText(describeError(error), longestError) : 'The input is invalid.');
  }
}

function fateText({ kind }: Exclude<ProposalFate, { readonly kind: 'inUse' | 'busy' | 'tooSoon' | 'stopped' }>): string {
  switch (kind) {
    case 'opened':
      return 'opened: it is in front of the user, nothing was sent yet, and only the user can send it';
    case 'waiting':
      return 'the user was told and has not looked at it yet: nothing was sent';
    case 'declined':
      return 'declined: nothing was sent';
    case 'sent':
      return 'sent by the user';
  }
}
