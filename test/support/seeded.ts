// Every property of the file begins with this seed.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['MARKET_DESK_SEED']) });
