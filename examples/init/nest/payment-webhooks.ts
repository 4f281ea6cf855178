import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { nodeHandler } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

const receive = nodeHandler({
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});

// The controller needs the raw bytes of the body: NestFactory.create(AppModule, { rawBody: true }).
@Controller('webhooks/payments')
export class PaymentWebhooks {
  @Post()
  async take(@Req() request: IncomingMessage, @Res() response: ServerResponse) {
    await receive(request, response);
  }
}
