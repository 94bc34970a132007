import { Alert, Loader } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './scan.module.css';

/** Milliseconds between two pictures. */
const PACE = 120;
/** A code that stays before the camera is reported once in this time. */
const AGAIN_AFTER = 2500;
const LARGEST = 1280;

type Fault = 'insecure' | 'denied' | 'missing' | 'unreadable';

/** The picture of the camera at the back of the device; reports the codes in it. */
export function CameraView({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('offline');
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isReady, setReady] = useState(false);
  const report = useEffectEvent(onCode);
  useEffect(() => {
    const stop = new AbortController();
    watch(video.current!, { signal: stop.signal, onReady: () => setReady(true), onCode: (code) => report(code) }).catch(
      (error: unknown) => {
        if (!stop.signal.aborted) setFault(faultOf(error));
      },
    );
    return () => stop.abort();
  }, []);
  if (fault)
    return (
      <Alert color="red" variant="light">
        {t(`camera.${fault}`)}
      </Alert>
    );
  return (
    <div className={classes.view}>
      <video ref={video} muted playsInline aria-label={t('camera.picture')} />
      {!isReady && <Loader className={classes.loader!} aria-label={t('camera.starting')} />}
    </div>
  );
}

interface Watching {
  signal: AbortSignal;
  onReady: () => void;
  onCode: (code: string) => void;
}

async function watch(video: HTMLVideoElement, { signal, onReady, onCode }: Watching): Promise<void> {
  // Browsers offer the camera only on https and localhost.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('insecure', 'SecurityError');
  const stream = await devices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: LARGEST }, height: { ideal: 720 } },
  });
  const close = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', close);
  if (signal.aborted) return close();
  video.srcObject = stream;
  const [{ readPicture }] = await Promise.all([import('../../lib/barcodes/read-camera.ts'), video.play()]);
  onReady();
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  let last = { code: '', at: 0 };
  while (!signal.aborted) {
    const { videoWidth, videoHeight } = video;
    if (videoWidth > 0) {
      const scale = Math.min(1, LARGEST / videoWidth);
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const code = await readPicture(context.getImageData(0, 0, canvas.width, canvas.height));
      if (signal.aborted) return;
      if (code !== undefined && (code !== last.code || Date.now() - last.at > AGAIN_AFTER)) {
        last = { code, at: Date.now() };
        onCode(code);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}

function faultOf(error: unknown): Fault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'SecurityError') return 'insecure';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'unreadable';
}
