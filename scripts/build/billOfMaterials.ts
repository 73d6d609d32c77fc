import type { BundledPackage } from './bundledPackages';

/** The product that the document describes. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** A CycloneDX 1.6 document of a product and the packages in its bundles. The same input gives the same text. */
export function billOfMaterials({ name, version, license }: Product, packages: readonly BundledPackage[]): string {
  const self = purl(name, version);
  const components = packages.map((bundled) => ({
    type: 'library',
    'bom-ref': purl(bundled.name, bundled.version),
    ...named(bundled.name),
    version: bundled.version,
    hashes: [hash(bundled.integrity)],
    licenses: [{ expression: bundled.license }],
    purl: purl(bundled.name, bundled.version),
  }));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': self, ...named(name), version, licenses: [{ expression: license }] } },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function named(name: string): { readonly group?: string; readonly name: string } {
  const [group = '', scoped] = name.split('/');
  return scoped === undefined ? { name } : { group, name: scoped };
}

/** The address of an npm package by the rules of package URLs: the `@` of a scope is encoded. */
function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hash(integrity: string): { readonly alg: string; readonly content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}
