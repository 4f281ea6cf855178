/** The same for pages over plain http, where browsers may have no WebCrypto: it brings what it needs to sign. */
import { sign } from './plain-hmac.ts';
import { runTerminal } from './run-terminal.ts';
import { webCryptoSign } from './signing.ts';

runTerminal(webCryptoSign ?? sign);
