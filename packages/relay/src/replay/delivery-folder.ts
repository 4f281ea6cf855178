import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from '@svc-simulator/machine/file-fault.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type DeliveryName, deliveryName, encodeDelivery, type SavedDelivery } from './saved-delivery.ts';

/** Writes deliveries to files, one after the other, and never makes their receiver wait. */
export class DeliveryFolder {
  readonly #t: Texts;
  readonly #folder: string;
  readonly #onTrouble: (text: string) => void;
  #written: Promise<void> = Promise.resolve();
  #troubled = false;

  /** `onTrouble` is told once, when a delivery can't be written. */
  constructor(t: Texts, folder: string, onTrouble: (text: string) => void) {
    this.#t = t;
    this.#folder = folder;
    this.#onTrouble = onTrouble;
  }

  /** Makes the folder. Rejects with the system's error when that is not possible. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  save(name: DeliveryName, delivery: SavedDelivery): void {
    const file = join(this.#folder, deliveryName(name));
    this.#written = this.#written
      .then(() => writeFile(file, encodeDelivery(delivery)))
      .catch((error) => {
        const t = this.#t;
        if (!this.#troubled)
          this.#onTrouble(t('machine.cannot_written', { name: file, code: fileFault(t, error) }));
        this.#troubled = true;
      });
  }

  /** Resolves when all are written. */
  async flush(): Promise<void> {
    await this.#written;
  }
}
