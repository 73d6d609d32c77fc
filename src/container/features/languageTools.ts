import { registerLanguageTools } from '../../ui/languageTools/registerLanguageTools';
import type { Compose } from '../core';

export const composeLanguageTools: Compose = registerLanguageTools;
