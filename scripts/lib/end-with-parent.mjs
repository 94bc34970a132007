// Loaded into the server ahead of everything else: when the process that started it is gone, even by kill -9, the
// server ends in order instead of keeping the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
