export function countdownAt(leftMs: number) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return {
    clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    isSoon: seconds <= 60,
    isOver: seconds === 0,
  };
}
