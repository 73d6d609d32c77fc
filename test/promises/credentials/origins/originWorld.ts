import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { makeCertificate } from '../../../support/network/certificate';
import type { Certificate } from '../../../support/network/certificate';
import { redirectUri } from '../desk';
import { captureConnections, ListeningServer, Routes } from '../network';
import type { Arrived, Reply } from '../network';
import type { Surroundings } from './surroundings';

export const otherOrigin = 'https://other.example';

export function plainSurroundings(): Surroundings {
  return {
    user: {},
    environment: {},
    respond: undefined,
    addMembers: {},
    addHeaders: {},
    isLocal: false,
    isPoisoned: false,
    isAlike: false,
    isTrusted: false,
    proxy: 'tunnel',
    bendCallback: undefined,
    switchAfter: undefined,
  };
}

/** A service that answers truthfully unless the case replaces an answer; it knows every credential that it issued or received. */
export class Service {
  readonly secrets: Map<string, string>;
  /** Names of the secrets that the program received from this service in this case. */
  readonly given = new Set<string>();
  surroundings = plainSurroundings();
  onArrival: (count: number) => void = () => undefined;
  arrivals = 0;

  constructor(readonly name: string) {
    const canary = (what: string): string => `${name}.${what}~${randomBytes(12).toString('hex')}+/="&<'`;
    this.secrets = new Map(
      ['access', 'refresh', 'registration', 'client-secret', 'code', 'renewed', 'exchanged', 'key-id'].map((what) => [what, canary(what)]),
    );
  }

  give(name: string): string {
    this.given.add(name);
    return this.secret(name);
  }

  secret(name: string): string {
    const value = this.secrets.get(name);
    if (value === undefined) throw new Error(`no ${name}`);
    return value;
  }

  readonly respond = (request: Arrived): Reply => {
    this.arrivals += 1;
    this.#learn(request);
    this.onArrival(this.arrivals);
    const bent = this.surroundings.respond?.(request);
    if (bent !== undefined) return bent;
    const { status, body } = this.#truth(request);
    return { status, headers: this.surroundings.addHeaders, body: JSON.stringify({ ...body, ...this.surroundings.addMembers }) };
  };

  /** Secrets that the program itself creates become known when they are sent to the right place. */
  #learn({ headers, body }: Arrived): void {
    const { authorization } = headers;
    if (authorization !== undefined && !authorization.startsWith('Bearer ')) this.secrets.set(`signature ${this.arrivals}`, authorization);
    const verifier = new URLSearchParams(body).get('code_verifier');
    if (verifier !== null) this.secrets.set(`code_verifier ${this.arrivals}`, verifier);
  }

  #truth({ target, body, method }: Arrived): { readonly status: number; readonly body: object } {
    if (target === '/oauth2/register') {
      return {
        status: 201,
        body: {
          client_id: 'client-1',
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'none',
          client_secret: this.give('client-secret'),
          registration_access_token: this.give('registration'),
        },
      };
    }
    if (target === '/oauth2/token') {
      const isRefresh = new URLSearchParams(body).get('grant_type') === 'refresh_token';
      return {
        status: 200,
        body: {
          access_token: this.give(isRefresh ? 'renewed' : 'exchanged'),
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'quote:read trade:write',
          ...(isRefresh ? {} : { refresh_token: this.give('refresh') }),
        },
      };
    }
    if (target.endsWith('/server-time')) return { status: 200, body: { server_time_ms: String(Date.now()) } };
    if (method === 'PUT') return { status: 200, body: { s: 'ok' } };
    if (target.endsWith('/order_confirm')) return { status: 200, body: { s: 'ok', d: { order_id: '1' } } };
    return { status: 200, body: { ret_code: 0, ret_msg: '', data: [], pagination: { has_more: false, next_key: '-1' } } };
  }
}

/** The servers of the proof and the names that lead to them; everything else leads to a stranger that answers readily. */
export class World {
  surroundings = plainSurroundings();

  private constructor(
    readonly routes: Routes,
    readonly certificates: {
      readonly desk: Certificate;
      readonly other: Certificate;
      readonly stranger: Certificate;
      readonly alike: Certificate;
    },
    readonly desk: Service,
    readonly other: Service,
    readonly servers: {
      readonly desk: ListeningServer;
      readonly other: ListeningServer;
      readonly stranger: ListeningServer;
      readonly proxy: ListeningServer;
    },
  ) {}

  static async open(): Promise<World> {
    const [deskCertificate, otherCertificate, strangerCertificate] = [
      makeCertificate('desk.example'),
      makeCertificate('other.example'),
      makeCertificate('evil.example'),
    ];
    const [desk, other, ready] = [new Service('desk'), new Service('other'), new Service('stranger')];
    const stranger = await ListeningServer.start(strangerCertificate, ready.respond);
    const routes = new Routes(stranger.port);
    const holder: { world?: World } = {};
    const servers = {
      desk: await ListeningServer.start(deskCertificate, desk.respond),
      other: await ListeningServer.start(otherCertificate, other.respond),
      proxy: await ListeningServer.start(
        strangerCertificate,
        () => ({ status: 400, body: '' }),
        (target, socket) => holder.world?.tunnel(target, socket),
      ),
      stranger,
    };
    const world = new World(
      routes,
      { desk: deskCertificate, other: otherCertificate, stranger: strangerCertificate, alike: makeCertificate('desk.example') },
      desk,
      other,
      servers,
    );
    holder.world = world;
    routes.set('proxy.example:3128', servers.proxy.port);
    routes.set('other.example:443', servers.other.port);
    routes.set(`127.0.0.1:${servers.desk.port}`, servers.desk.port);
    captureConnections(routes);
    return world;
  }

  /** The authorities that this system trusts. */
  get authorities(): readonly string[] {
    const { desk, other } = this.certificates;
    return this.surroundings.isTrusted ? [other.cert] : [desk.cert, other.cert];
  }

  get origin(): string {
    return this.surroundings.isLocal ? `http://127.0.0.1:${this.servers.desk.port}` : 'https://desk.example';
  }

  /** Begins a new case, with nothing received yet. */
  begin(surroundings: Surroundings): void {
    this.surroundings = surroundings;
    this.routes.asked.length = 0;
    this.routes.set('desk.example:443', surroundings.isPoisoned ? this.servers.stranger.port : this.servers.desk.port);
    for (const server of Object.values(this.servers)) server.forget();
    this.servers.stranger.show(surroundings.isAlike ? this.certificates.alike : this.certificates.stranger);
    for (const service of [this.desk, this.other]) {
      service.arrivals = 0;
      service.given.clear();
      service.onArrival = () => undefined;
      for (const name of [...service.secrets.keys()]) if (/^(?:signature|code_verifier|state) /.test(name)) service.secrets.delete(name);
    }
    this.desk.surroundings = surroundings;
  }

  tunnel(target: string, socket: Socket): void {
    switch (this.surroundings.proxy) {
      case 'tunnel':
        this.#join(socket, this.routes.open(target));
        return;
      case 'impersonate':
        this.#join(socket, this.routes.open('evil.example:443'));
        return;
      case 'refuse':
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
        return;
      case 'redirect':
        socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: https://evil.example/\r\nContent-Length: 0\r\n\r\n');
        return;
      case 'challenge':
        socket.end(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="https://evil.example"\r\nContent-Length: 0\r\n\r\n',
        );
        return;
      case 'plain':
        socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
        return;
      case 'close':
        socket.destroy();
    }
  }

  async close(): Promise<void> {
    for (const server of Object.values(this.servers)) await server.close();
  }

  #join(near: Socket, far: Socket): void {
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  }
}
