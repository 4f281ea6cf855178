/** What a person writes into the bodies of the examples, in Spanish. */
export const examples: ReadonlyMap<unknown, string> = new Map([
  ['Order', 'Pedido'],
  ['Two coffees and a cake', 'Dos cafés y una torta'],
  ['Invoice INV-2031', 'Factura INV-2031'],
  ['Online shop', 'Tienda en línea'],
  ['Payments of the online shop', 'Pagos de la tienda en línea'],
  ['Carrier', 'Transportista'],
  ['Monthly membership', 'Mensualidad'],
  ['Integrators, March', 'Integradores, marzo'],
  ['Integrators, April', 'Integradores, abril'],
  ['the second payment of an order goes through', 'el segundo pago de un pedido sale bien'],
  ['Card declined', 'Tarjeta rechazada'],
]);
