import { describe, expect, it } from 'vitest';
import { neededPackages } from './debian';

describe('packages that a simulated installation would install', () => {
  it('include upgrades, and their versions', () => {
    const simulation = [
      'Reading package lists...',
      'Inst libnss3 [2:3.87-1] (2:3.87.1-1+deb12u2 Debian:12.13/oldstable, Debian-Security:12/oldstable-security [amd64])',
      'Inst chromium (150.0.7871.100-1~deb12u1 Debian-Security:12/oldstable-security [amd64])',
      'Conf chromium (150.0.7871.100-1~deb12u1 Debian-Security:12/oldstable-security [amd64])',
    ];
    expect(neededPackages(simulation.join('\n'))).toEqual(['libnss3=2:3.87.1-1+deb12u2', 'chromium=150.0.7871.100-1~deb12u1']);
  });

  it('are empty if everything is installed already', () => {
    expect(neededPackages('0 upgraded, 0 newly installed, 0 to remove and 125 not upgraded.')).toEqual([]);
  });
});
