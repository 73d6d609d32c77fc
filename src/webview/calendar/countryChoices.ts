import { visibleText } from '../../domain/text/segments';

/** A choice of a drop-down. */
interface CountryChoice {
  readonly value: string;
  readonly label: string;
}

/** What the filter of countries offers: all, then each country in the service's words, with nothing in them that deceives. */
export function countryChoices(countries: readonly string[], allCountries: string): readonly CountryChoice[] {
  return [{ value: '', label: allCountries }, ...countries.map((value) => ({ value, label: visibleText(value) }))];
}
