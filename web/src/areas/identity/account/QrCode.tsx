import { useEffect, useState } from 'react';
import { drawQrCode, type QrDrawing } from './draw-qr-code.ts';

/** Shows a text as a QR code, black on white in every theme. */
export default function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let isShown = true;
    void drawQrCode(text).then(
      (drawn) => isShown && setDrawing(drawn),
      () => {}, // the secret below the code does the same
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  if (!drawing) return <div style={{ width: size, height: size }} />;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawing.width} ${drawing.width}`}
      shapeRendering="crispEdges"
    >
      <rect width={drawing.width} height={drawing.width} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}
