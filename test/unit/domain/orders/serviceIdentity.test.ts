import { describe, expect, it } from 'vitest';
import { serviceIdentity } from '../../../../src/domain/orders/serviceIdentity';

describe('the identity of a service', () => {
  it.each([
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://127.9.8.7:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://localhost:8080'],
    ['http://[::]:8080', 'http://localhost:8080'],
    ['http://[::ffff:127.0.0.1]:8080', 'http://localhost:8080'],
    ['http://[0:0:0:0:0:0:0:1]:8080', 'http://localhost:8080'],
    ['http://0.0.0.0:8080', 'http://localhost:8080'],
    ['http://2130706433:8080', 'http://localhost:8080'],
    ['HTTP://LocalHost.:8080//', 'http://localhost:8080'],
    ['http://desk.localhost:8080', 'http://localhost:8080'],
    ['http://localhost:80', 'http://localhost'],
    [' https://API.Example.com:443/v2/ ', 'https://api.example.com/v2'],
    ['https://api.example.com./v2', 'https://api.example.com/v2'],
    ['https://api.example.com/V2', 'https://api.example.com/V2'],
    ['https://user:secret@api.example.com/?a=1#b', 'https://api.example.com'],
    ['http://notlocalhost:8080', 'http://notlocalhost:8080'],
    ['http://localhost.example:8080', 'http://localhost.example:8080'],
    ['http://128.0.0.1', 'http://128.0.0.1'],
    ['http://[::2]', 'http://[::2]'],
    ['http://[::ffff:8.8.8.8]', 'http://[::ffff:808:808]'],
    ['https://127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
    ['http://127.10.20.30:8080', 'http://localhost:8080'],
    ['http://[::ffff:127.0.12.13]:8080', 'http://localhost:8080'],
    ['http://127.example.com:8080', 'http://127.example.com:8080'],
    ['http://127.0.example.com:8080', 'http://127.0.example.com:8080'],
    ['http://127.a1:8080', 'http://127.a1:8080'],
    ['http://[::ffff:0.127.0.1]:8080', 'http://[::ffff:7f:1]:8080'],
    ['http://[::ffff:0.0.0.0]:8080', 'http://localhost:8080'],
    ['http://[::]:8080', 'http://localhost:8080'],
    ['http://0.0.0.0:8080', 'http://localhost:8080'],
    ['not an address', 'not an address'],
    ['  not an address ', 'not an address'],
  ])('for %s is %s', (address, identity) => {
    expect(serviceIdentity(address)).toBe(identity);
    expect(serviceIdentity(serviceIdentity(address))).toBe(identity);
  });
});
