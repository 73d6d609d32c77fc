import type { SandboxLanguage } from '../types';
import type { Security } from './securities';
import { traditional } from './traditional';

/** A text of the world in its language; undefined where languages are mixed and whoever writes the text decides. */
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

/** The names that a record has of a security. */
export function namesOf(security: Security, language: SandboxLanguage): object {
  return { name: nameOf(security, language), sc_name: security.simplified, tc_name: security.traditional };
}

/** What a record calls a security; English where languages are mixed. */
export function nameOf({ name, simplified, traditional: other }: Security, language: SandboxLanguage): string {
  return language === 'zh-cn' ? simplified : language === 'zh-tw' ? other : name;
}
