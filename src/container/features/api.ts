import { AccountNames } from '../../app/agents/accountNames';
import { heldSecurities } from '../../app/positions/heldSecurities';
import { identityOf } from '../../app/session/connection';
import { registerApi } from '../../ui/api/registerApi';
import { createAnswers, knownAccounts } from '../answers';
import type { Compose } from '../core';

export const composeApi: Compose = (core, lifetime) => {
  const { books, monitor } = core;
  lifetime.own(
    registerApi({
      ...core,
      answers: createAnswers(core),
      accounts: new AccountNames(knownAccounts(core), () => identityOf(core.access.current)),
      held: (askedBy) => heldSecurities(books.positions, askedBy),
      serverMs: () => monitor.nowMs(),
    }),
  );
};
