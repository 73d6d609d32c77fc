import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateForm {
  /** The issuer; self-signed without one. */
  readonly issuer?: Certificate;
  /** Valid until this day only, as `YYYYMMDD`. */
  readonly until?: string;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const authority = `[ca]
default_ca = one
[one]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`;

/** Creates a certificate for one host name with the openssl program; by default valid for two days and self-signed. */
export function makeCertificate(host: string, { issuer, until }: CertificateForm = {}): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-cert-'));
  const run = (...options: readonly string[]): void => void execFileSync('openssl', options, { cwd: folder, stdio: 'ignore' });
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  try {
    if (issuer === undefined && until === undefined)
      run('req', '-x509', ...newKey, '-days', '2', ...names, '-keyout', 'key', '-out', 'cert');
    else {
      run('req', ...newKey, ...names, '-keyout', 'key', '-out', 'asked');
      for (const [name, text] of Object.entries({ index: '', serial: '01\n', settings: authority }))
        writeFileSync(join(folder, name), text);
      for (const [name, text] of Object.entries({ issuer: issuer?.cert, issuerKey: issuer?.key }))
        if (text !== undefined) writeFileSync(join(folder, name), text);
      const signer = issuer === undefined ? ['-selfsign', '-keyfile', 'key'] : ['-cert', 'issuer', '-keyfile', 'issuerKey'];
      const dates = until === undefined ? ['-days', '2'] : ['-startdate', '20200101000000Z', '-enddate', `${until}000000Z`];
      run('ca', '-batch', '-notext', '-config', 'settings', '-in', 'asked', '-out', 'cert', ...signer, ...dates);
    }
    return { cert: readFileSync(join(folder, 'cert'), 'utf8'), key: readFileSync(join(folder, 'key'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
