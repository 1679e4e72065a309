import { fileURLToPath } from 'node:url';

/** Where `cargo xtask site` puts it. */
export const SITE = process.env.OBVERSE_SITE ?? fileURLToPath(new URL('../../../target/site', import.meta.url));
