import { declare as list } from './deliveries.ts';
import { declare as show } from './delivery.ts';
import { declare as resend } from './resend.ts';

export const deliveryCommands = { list, show, resend };
