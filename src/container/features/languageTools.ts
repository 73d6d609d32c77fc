import { isSignedIn } from '../../app/session/connection';
import { registerLanguageTools } from '../../ui/languageTools/registerLanguageTools';
import { createAnswers } from '../answers';
import type { Compose } from '../core';

export const composeLanguageTools: Compose = async (core) =>
  registerLanguageTools({
    ...core,
    answers: createAnswers(core),
    proposals: await core.proposals(),
    isSignedIn: () => isSignedIn(core.access.current),
  });
