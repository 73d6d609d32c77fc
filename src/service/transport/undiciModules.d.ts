// The modules of undici that the program uses, as they are published: its index would load fetch, caches, and mocks too.
// Tests run the same modules as the bundles.

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export = Pool;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}

declare module 'undici/lib/web/websocket/websocket.js' {
  export { WebSocket, ping } from 'undici';
}
