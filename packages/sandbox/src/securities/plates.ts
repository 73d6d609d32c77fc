import type { SandboxLanguage } from '../types';
import { nameOf } from './language';
import type { Security } from './securities';
import { inventedSecurities, prefixOf, allSecurities } from './securities';
import { hash32 } from '../random';

/** A group of instruments. */
export interface Plate {
  /** `{market}.{code}`. */
  readonly code: string;
  readonly name: string;
  readonly simplified: string;
  readonly traditional: string;
  readonly plateClass: 'INDUSTRY' | 'REGION' | 'CONCEPT' | 'OTHER';
  readonly size: number;
}

type Row = readonly [code: string, name: string, simplified: string, traditional: string, plateClass: Plate['plateClass'], size: number];

/** The twelve plates of the world, in every size relevant to paging: below, exactly at, and far above a page. */
export const plates: readonly Plate[] = (
  [
    ['HK.BK1000', 'All Main Board', '主板全部', '主板全部', 'OTHER', 1_534],
    ['HK.BK1001', 'Blue Chips', '蓝筹股', '藍籌股', 'CONCEPT', 8],
    ['HK.BK1050', 'Software Services', '软件服务', '軟體服務', 'INDUSTRY', 200],
    ['HK.LIST23618', 'Stock Connect', '港股通', '港股通', 'CONCEPT', 610],
    ['US.BK2001', 'Technology', '科技', '科技', 'INDUSTRY', 89],
    ['US.BK2045', 'Dividend Aristocrats', '股息贵族', '股息貴族', 'CONCEPT', 55],
    ['US.BK2100', 'Broad Market', '美股大盘', '美股大盤', 'OTHER', 987],
    ['SH.BK0425', 'Liquor', '白酒', '白酒', 'INDUSTRY', 21],
    ['SH.BK0500', 'STAR Market', '科创板', '科創板', 'OTHER', 377],
    ['SZ.BK0477', 'Shenzhen', '深圳板块', '深圳板塊', 'REGION', 233],
    ['SZ.BK0990', 'Lithium Batteries', '锂电池', '鋰電池', 'CONCEPT', 144],
    ['JP.BK3001', 'Transport Equipment', '运输设备', '運輸設備', 'INDUSTRY', 34],
  ] satisfies readonly Row[]
).map(([code, name, simplified, traditional, plateClass, size]) => ({ code, name, simplified, traditional, plateClass, size }));

/** A plate's name in records; English if languages are mixed. */
export function plateNameOf({ name, simplified, traditional }: Plate, language: SandboxLanguage): string {
  return language === 'zh-cn' ? simplified : language === 'zh-tw' ? traditional : name;
}

export function findPlate(code: string): Plate | undefined {
  return plates.find((plate) => plate.code === code);
}

/** The instruments of a plate: named ones of its market first, then invented ones; no duplicates. */
export function constituentsOf(seed: number, plate: Plate): readonly Security[] {
  const prefix = prefixOf(plate.code);
  const named = allSecurities.filter(({ code, type }) => type === 'STOCK' && prefixOf(code) === prefix).slice(0, Math.ceil(plate.size / 2));
  return [...named, ...inventedSecurities(seed, prefix, plate.size - named.length)];
}

/** The record of one constituent; `main_sector` is a field that no documentation mentions. */
export function constituentRecord(security: Security, language: SandboxLanguage = 'en'): Readonly<Record<string, string | number>> {
  return {
    code: security.code,
    stock_id: 54_047_868_000_000 + hash32(security.code),
    stock_name: nameOf(security, language),
    sc_name: security.simplified,
    tc_name: security.traditional,
    stock_type: security.type,
    lot_size: security.lot,
    list_time: security.listed,
    listing_date: Date.parse(`${security.listed}T00:00:00Z`),
    main_sector: `S${String((hash32(security.name) % 11) + 1).padStart(2, '0')}`,
  };
}

export function plateRecord(plate: Plate, language: SandboxLanguage = 'en'): Readonly<Record<string, string>> {
  return {
    code: plate.code,
    plate_id: plate.code.slice(plate.code.indexOf('.') + 1),
    plate_name: plateNameOf(plate, language),
    sc_name: plate.simplified,
    tc_name: plate.traditional,
    plate_class: plate.plateClass,
  };
}
