import { heldSecurities } from '../../app/positions/heldSecurities';
import { registerApi } from '../../ui/api/registerApi';
import { createAnswers } from '../answers';
import type { Compose } from '../core';

export const composeApi: Compose = (core, lifetime) => {
  const { books, monitor } = core;
  lifetime.own(
    registerApi({ ...core, answers: createAnswers(core), held: heldSecurities(books.positions), serverMs: () => monitor.nowMs() }),
  );
};
