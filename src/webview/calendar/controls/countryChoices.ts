import { visibleText } from '../../../domain/text/visibleText';

/** A choice of a menu. */
interface CountryChoice {
  readonly value: string;
  readonly label: string;
}

/** What the filter of countries offers: each country in the service's words, with nothing in them that deceives. */
export function countryChoices(countries: readonly string[]): readonly CountryChoice[] {
  return countries.map((value) => ({ value, label: visibleText(value) }));
}
