import type { SandboxLanguage } from '../types';
import type { Security } from './securities';
import { traditional } from './traditional';

/** A text of the world in its language; undefined if languages are mixed and the author of the text decides. */
export function inLanguage(language: SandboxLanguage, en: string, zh: string): string | undefined {
  switch (language) {
    case 'en':
      return en;
    case 'zh-cn':
      return zh;
    case 'zh-tw':
      return traditional(zh);
    case 'mixed':
      return undefined;
  }
}

/** The names of a security in its record. */
export function namesOf(security: Security, language: SandboxLanguage): object {
  return { name: nameOf(security, language), sc_name: security.simplified, tc_name: security.traditional };
}

/** A security's name in records; English if languages are mixed. */
export function nameOf({ name, simplified, traditional: other }: Security, language: SandboxLanguage): string {
  return language === 'zh-cn' ? simplified : language === 'zh-tw' ? other : name;
}
