import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@svc-simulator/core';
import { fileFault } from '@svc-simulator/machine/file-fault.ts';
import { type DeliveryName, deliveryName, encodeDelivery, type SavedDelivery } from './saved-delivery.ts';

/** Writes deliveries to files, one after the other, and never makes their receiver wait. */
export class DeliveryFolder {
  readonly #folder: string;
  readonly #onTrouble: (text: string) => void;
  #written: Promise<void> = Promise.resolve();
  #troubled = false;

  /** `onTrouble` is told once, when a delivery can't be written. */
  constructor(folder: string, onTrouble: (text: string) => void) {
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
        if (!this.#troubled) this.#onTrouble(t`${file} cannot be written (${fileFault(error)})`);
        this.#troubled = true;
      });
  }

  /** Resolves when all are written. */
  async flush(): Promise<void> {
    await this.#written;
  }
}
