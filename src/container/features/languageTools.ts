import { registerLanguageTools } from '../../ui/languageTools/registerLanguageTools';
import { createAnswers } from '../answers';
import type { Compose } from '../core';

export const composeLanguageTools: Compose = (core) => registerLanguageTools({ ...core, answers: createAnswers(core) });
