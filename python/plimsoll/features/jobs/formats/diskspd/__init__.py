"""diskspd's command line (`command`) and XML profile (`profile`) are read into timespans
(`profile_model`); `plan` turns those into Runs of a campaign.

`names` has the treatment of every flag and element: honoured, noted, without a meaning here, or
refused with the reason. None is ignored silently."""
