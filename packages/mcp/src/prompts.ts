import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Arguments } from './tool.ts';

/** What a person may ask an agent for by name. */
export function promptsIn(t: Texts) {
  return [
    { name: 'integrate', description: t('mcp.prompt.integrate.about') },
    {
      name: 'why_refused',
      description: t('mcp.prompt.why_refused.about'),
      arguments: [
        { name: 'delivery_id', description: t('mcp.prompt.why_refused.delivery_id'), required: false },
      ],
    },
  ];
}

export function promptText(t: Texts, name: string, { delivery_id }: Arguments): string | undefined {
  if (name === 'integrate') return t('mcp.prompt.integrate.text');
  if (name !== 'why_refused') return undefined;
  return t('mcp.prompt.why_refused.text', {
    delivery: delivery_id === undefined ? 'none' : String(delivery_id),
  });
}
