import type { SandboxLanguage } from '../../types';
import { inLanguage } from '../../securities/language';

/** A country (or currency area) that publishes indicators, with plausible levels to vary around. */
export interface Country {
  readonly country: string;
  /** The start of event texts. */
  readonly en: string;
  readonly zh: string;
  readonly currency: string;
  readonly zone: string;
  /** Usual time of release, `HH:mm` local. */
  readonly time: string;
  /** Prefix of the market whose holidays delay releases. */
  readonly market: string | undefined;
  /** Added to the importance of an indicator. */
  readonly weight: number;
  /** Whether all indicators are published, or only the headline ones. */
  readonly full: boolean;
  readonly inflation: number;
  readonly unemployment: number;
  readonly growth: number;
  readonly rate: number;
  readonly pmi: number;
  /** Trade balance in billions of the currency. */
  readonly trade: number;
}

type Levels = readonly [inflation: number, unemployment: number, growth: number, rate: number, pmi: number, trade: number];

function country(
  name: string,
  en: string,
  zh: string,
  currency: string,
  zone: string,
  time: string,
  market: string | undefined,
  weight: number,
  published: 'all' | 'headline',
  [inflation, unemployment, growth, rate, pmi, trade]: Levels,
): Country {
  const full = published === 'all';
  return { country: name, en, zh, currency, zone, time, market, weight, full, inflation, unemployment, growth, rate, pmi, trade };
}

/** Every country of the calendar, the most watched first. */
export const countries: readonly Country[] = [
  country('United States', 'U.S.', '美国', 'USD', 'America/New_York', '08:30', 'US', 2, 'all', [2.8, 4.2, 2.2, 4, 50.1, -72]),
  country('China', 'China', '中国', 'CNY', 'Asia/Shanghai', '09:30', 'SH', 1, 'all', [0.4, 5.1, 4.9, 3, 49.8, 98]),
  country('Euro Zone', 'Euro Zone', '欧元区', 'EUR', 'Europe/Brussels', '11:00', undefined, 1, 'all', [2.1, 6.3, 1.1, 2.15, 49.4, 14]),
  country('Japan', 'Japan', '日本', 'JPY', 'Asia/Tokyo', '08:50', 'JP', 1, 'all', [2.7, 2.5, 0.7, 0.5, 49.6, -310]),
  country('United Kingdom', 'U.K.', '英国', 'GBP', 'Europe/London', '07:00', undefined, 1, 'all', [3.2, 4.6, 1.2, 4, 48.2, -3]),
  country('Germany', 'Germany', '德国', 'EUR', 'Europe/Berlin', '08:00', undefined, 1, 'all', [2.1, 6.3, 0.3, 2.15, 48.9, 17]),
  country('Canada', 'Canada', '加拿大', 'CAD', 'America/Toronto', '08:30', 'CA', 0, 'all', [2, 6.8, 1.4, 2.5, 48.7, -4]),
  country('Australia', 'Australia', '澳大利亚', 'AUD', 'Australia/Sydney', '11:30', 'AU', 0, 'all', [2.6, 4.2, 1.8, 3.6, 50.9, 5]),
  country('Hong Kong', 'Hong Kong', '香港', 'HKD', 'Asia/Hong_Kong', '16:30', 'HK', 0, 'all', [1.6, 3.5, 2.9, 4.5, 49.5, -38]),
  country('South Korea', 'South Korea', '韩国', 'KRW', 'Asia/Seoul', '08:00', 'KR', 0, 'all', [2.1, 2.7, 1.3, 2.5, 49.1, 6]),
  country('Singapore', 'Singapore', '新加坡', 'SGD', 'Asia/Singapore', '13:00', 'SG', 0, 'all', [1.1, 2, 3.1, 1.8, 50.2, 4]),
  country('India', 'India', '印度', 'INR', 'Asia/Kolkata', '16:00', undefined, 0, 'all', [3.4, 5.6, 6.6, 5.5, 58.4, -22]),
  country('France', 'France', '法国', 'EUR', 'Europe/Paris', '08:45', undefined, 0, 'headline', [1.2, 7.4, 0.7, 2.15, 48.6, -7]),
  country('Italy', 'Italy', '意大利', 'EUR', 'Europe/Rome', '10:00', undefined, 0, 'headline', [1.7, 6.1, 0.6, 2.15, 48.8, 4]),
  country('Spain', 'Spain', '西班牙', 'EUR', 'Europe/Madrid', '09:00', undefined, -1, 'headline', [2.4, 10.6, 2.6, 2.15, 51.8, -4]),
  country('Switzerland', 'Switzerland', '瑞士', 'CHF', 'Europe/Zurich', '08:30', undefined, 0, 'headline', [0.3, 2.9, 1.2, 0, 48.8, 4]),
  country('Sweden', 'Sweden', '瑞典', 'SEK', 'Europe/Stockholm', '08:00', undefined, -1, 'headline', [2.4, 8.7, 1.4, 2, 53.8, 8]),
  country(
    'New Zealand',
    'New Zealand',
    '新西兰',
    'NZD',
    'Pacific/Auckland',
    '10:45',
    undefined,
    0,
    'headline',
    [2.6, 5.2, 0.8, 3, 49.9, -1],
  ),
  country('Taiwan, China', 'Taiwan', '中国台湾', 'TWD', 'Asia/Taipei', '16:00', undefined, -1, 'headline', [1.7, 3.3, 3.4, 2, 48.6, 8]),
  country('Malaysia', 'Malaysia', '马来西亚', 'MYR', 'Asia/Kuala_Lumpur', '12:00', 'MY', -1, 'headline', [1.3, 3, 4.6, 2.75, 49.7, 12]),
  country('Brazil', 'Brazil', '巴西', 'BRL', 'America/Sao_Paulo', '09:00', undefined, -1, 'headline', [5, 6, 2.3, 15, 48.1, 6]),
  country('Mexico', 'Mexico', '墨西哥', 'MXN', 'America/Mexico_City', '06:00', undefined, -1, 'headline', [3.9, 2.8, 0.7, 7.75, 48.9, -1]),
  country(
    'South Africa',
    'South Africa',
    '南非',
    'ZAR',
    'Africa/Johannesburg',
    '10:00',
    undefined,
    -1,
    'headline',
    [3.3, 32.6, 0.9, 7, 50, 18],
  ),
  country('Türkiye', 'Türkiye', '土耳其', 'TRY', 'Europe/Istanbul', '10:00', undefined, -1, 'headline', [33, 8.4, 3, 40, 47.1, -7]),
];

/** A country by its English name, in the language of the world. */
export function countryName(language: SandboxLanguage, name: string): string {
  const zh = name === 'Global' ? '全球' : countries.find(({ country: known }) => known === name)?.zh;
  return zh === undefined ? name : (inLanguage(language, name, zh) ?? name);
}
